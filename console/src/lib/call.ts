import type { Body, CallName, Data, Envelope, Info, Query } from "@cliffhanger/contract";
import type { Reason } from "@cliffhanger/contract/reasons";
import { heldWhile } from "./leaving.ts";
import { language } from "./messages.ts";
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
 * Makes a call of the contract. A call that needs a fresh proof of identity asks for it and is sent again by itself. While
 * one that changes something is not answered, the browser asks before the page is left. Rejects with a `CallError`.
 */
export function call<N extends ConsoleCall>(name: N, params?: Params<N>): Promise<Answer<N>> {
  const work = () => withProof(() => send(name, params));
  return name.startsWith("GET ") ? work() : heldWhile(work);
}

/** Makes a call that answers a file. */
export function callFile<N extends ConsoleCall>(name: N, params: Params<N>): Promise<Blob> {
  return withProof(async () => {
    const response = await request(name, params, { polls: false, etag: null });
    const isFile = response.ok && !response.headers.get("content-type")?.includes("json");
    if (!isFile) await answerOf<N>(response);
    noteUse();
    return response.blob();
  });
}

async function withProof<T>(sendCall: () => Promise<T>): Promise<T> {
  try {
    return await sendCall();
  } catch (error) {
    if (!(error instanceof CallError) || error.reason !== "fresh_required") throw error;
    if (!(await prove())) throw error;
    return sendCall();
  }
}

let polling = false;

/** Lets the calls that `work` begins at once count as polled: they keep no session open. */
export function asPoll(work: () => void): void {
  polling = true;
  try {
    work();
  } finally {
    polling = false;
  }
}

/** Makes a call that polls. Without an answer nothing changed since the one that had `etag`. */
export async function callUnlessSame<N extends ConsoleCall>(
  name: N,
  params: Params<N>,
  etag: string | null,
): Promise<{ answer: Answer<N> | null; etag: string | null }> {
  const response = await request(name, params, { polls: true, etag });
  if (response.status === 304) return { answer: null, etag };
  return { answer: await answerOf<N>(response), etag: response.headers.get("etag") };
}

/** Calls that the server never counts as use, whoever makes them. */
const polled: readonly ConsoleCall[] = ["GET /api/console/jobs", "GET /api/console/health"];

async function send<N extends ConsoleCall>(name: N, params: Params<N> | undefined): Promise<Answer<N>> {
  const polls = polling || polled.includes(name);
  const answer = await answerOf<N>(await request(name, params, { polls, etag: null }));
  if (!polls) noteUse();
  return answer;
}

function request<N extends ConsoleCall>(
  name: N,
  params: Params<N> | undefined,
  { polls, etag }: { polls: boolean; etag: string | null },
): Promise<Response> {
  const [method = "GET", path = ""] = name.split(" ");
  const reads = method === "GET";
  const query = reads ? new URLSearchParams(definedOnly(params)).toString() : "";
  return fetch(query === "" ? path : `${path}?${query}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      // Refusals are sentences for the operator.
      "Accept-Language": language(),
      ...(polls && reads && { "X-Console-Poll": "1" }),
      ...(etag !== null && { "If-None-Match": etag }),
    },
    body: reads ? null : JSON.stringify(params ?? {}),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new CallError(0, String(error), {});
  });
}

async function answerOf<N extends ConsoleCall>(response: Response): Promise<Answer<N>> {
  const requestId = response.headers.get("x-request-id");
  const envelope = await readEnvelope(response);
  if (response.ok && !envelope) throw new CallError(0, "The answer is no envelope.", { requestId });
  if (envelope?.code === 200) return (envelope.info ?? envelope.data) as Answer<N>;
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
