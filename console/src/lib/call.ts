import type { Body, CallName, Data, Envelope, Info, Query } from "@cliffhanger/contract";
import type { Reason } from "@cliffhanger/contract/reasons";
import { noteSessionEnd, noteUse } from "./session-clock.ts";

const REQUEST_TIMEOUT_MS = 60_000;

/** The calls of the console. */
export type ConsoleCall = Extract<CallName, `${string} /api/console/${string}`>;
type Params<N extends ConsoleCall> = undefined extends Body<N> ? Query<N> : Body<N>;
type Answer<N extends ConsoleCall> = [Info<N>] extends [never] ? Data<N> : Info<N>;

/** A call that did not end in code 200. `code` is the envelope's, the HTTP status, or 0 without an answer. */
export class CallError extends Error {
  readonly code: number;
  readonly reason: Reason | null;
  /** Messages about single fields of the request. */
  readonly fields: readonly { field: string; message: string }[];
  /** Names the request in the server's log. */
  readonly requestId: string | null;
  /** What the refusal says besides, such as the present state. */
  readonly info: unknown;

  constructor(
    code: number,
    message: string,
    rest: Partial<Pick<CallError, "reason" | "fields" | "requestId" | "info">>,
  ) {
    super(message);
    this.name = "CallError";
    this.code = code;
    this.reason = rest.reason ?? null;
    this.fields = rest.fields ?? [];
    this.requestId = rest.requestId ?? null;
    this.info = rest.info ?? null;
  }

  /** Whether the server could not be reached, so that nothing is known about what it did. */
  get isLost(): boolean {
    return this.code === 0;
  }
}

/** Proves identity again; resolves to false when the operator cancels. */
type Prove = () => Promise<boolean>;
let prove: Prove = () => Promise.resolve(false);

/** Sets who asks the operator to prove their identity again when a call needs it. Returns a function that unsets it. */
export function answerFreshRequired(ask: Prove): () => void {
  prove = ask;
  return () => {
    prove = () => Promise.resolve(false);
  };
}

/**
 * Makes a call of the contract. A call that needs a fresh proof of identity asks for it and is sent again by itself. Rejects
 * with a `CallError`.
 */
export async function call<N extends ConsoleCall>(name: N, params?: Params<N>): Promise<Answer<N>> {
  try {
    return await send(name, params);
  } catch (error) {
    if (!(error instanceof CallError) || error.reason !== "fresh_required") throw error;
    if (!(await prove())) throw error;
    return send(name, params);
  }
}

async function send<N extends ConsoleCall>(name: N, params: Params<N> | undefined): Promise<Answer<N>> {
  const [method = "GET", path = ""] = name.split(" ");
  const reads = method === "GET";
  const query = reads ? new URLSearchParams(definedOnly(params)).toString() : "";
  const response = await fetch(query === "" ? path : `${path}?${query}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: reads ? null : JSON.stringify(params ?? {}),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new CallError(0, String(error), {});
  });
  const requestId = response.headers.get("x-request-id");
  const envelope = await readEnvelope(response);
  if (response.ok && !envelope) throw new CallError(0, "The answer is no envelope.", { requestId });
  if (envelope?.code === 200) {
    noteUse();
    return (envelope.info ?? envelope.data) as Answer<N>;
  }
  const code = response.ok ? (envelope?.code ?? 0) : response.status;
  const { reason = null, message = "", errors = [] } = envelope ?? {};
  if (reason === "operator_required") noteSessionEnd();
  throw new CallError(code, message, { reason, fields: errors, requestId, info: envelope?.info });
}

async function readEnvelope(response: Response): Promise<Envelope | null> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("code" in body)) return null;
  return typeof body.code === "number" ? (body as Envelope) : null;
}

function definedOnly(params: object | undefined): Record<string, string> {
  const given = Object.entries(params ?? {}).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
