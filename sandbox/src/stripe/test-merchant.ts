import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Stripe from "stripe";

/** The simulator's report when it is ready. */
export interface Ready {
  api: string;
  script: string;
  control: string;
  secretKey: string;
  publishableKey: string;
}

/** One request of the SDK and its answer. */
export interface Exchange {
  method: string;
  path: string;
  sent: string;
  status: number;
  headers: Headers;
  answer: Record<string, unknown>;
}

/** A merchant that uses a dedicated simulator through the official SDK. */
export interface Merchant {
  ready: Ready;
  stripe: Stripe;
  exchanges: Exchange[];
  /** Calls the control plane. */
  control<T = Record<string, unknown>>(requestLine: string, said?: object): Promise<T>;
  /** Calls the API without the SDK. */
  ask(
    requestLine: string,
    options?: { key?: string; form?: string; headers?: Record<string, string> },
  ): Promise<Response>;
  kill(): Promise<void>;
}

const program = join(import.meta.dirname, "main.ts");
const children: ChildProcess[] = [];

/** Starts a simulator and waits until it listens. */
export async function openMerchant(...args: string[]): Promise<Merchant> {
  const child = fork(program, ["--port", "0", ...args], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  children.push(child);
  const [{ ready, fault }] = (await once(child, "message")) as [{ ready?: Ready; fault?: string }];
  if (!ready) throw new Error(fault);
  const exchanges: Exchange[] = [];
  const { hostname, port } = new URL(ready.api);
  const stripe = new Stripe(ready.secretKey, {
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(recording(exchanges)),
  });
  return {
    ready,
    stripe,
    exchanges,
    async control<T>(requestLine: string, said?: object) {
      const [method, path = ""] = requestLine.split(" ");
      const body = said && { body: JSON.stringify(said), headers: { "content-type": "application/json" } };
      const answer = await fetch(ready.control + path, { ...(method && { method }), ...body });
      const reply = (await answer.json()) as T & { error?: string };
      if (!answer.ok) throw new Error(reply.error);
      return reply;
    },
    ask(requestLine, { key = ready.secretKey, form, headers = {} } = {}) {
      const [method = "GET", path = ""] = requestLine.split(" ");
      const bearer = key === "" ? {} : { authorization: `Bearer ${key}` };
      const type = form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
      return fetch(ready.api + path, {
        method,
        headers: { ...bearer, ...type, ...headers },
        ...(form !== undefined && { body: form }),
      });
    },
    async kill() {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  };
}

/** Ends every simulator that was started. */
export function closeMerchants(): void {
  for (const child of children.splice(0)) child.kill("SIGKILL");
}

/** Opens an endpoint that receives events; `answers` are its first statuses, then 200. */
export async function openEndpoint(...answers: number[]) {
  const received: { signature: string; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        signature: String(request.headers["stripe-signature"]),
        body: Buffer.concat(chunks).toString("utf8"),
      });
      response.writeHead(answers.shift() ?? 200).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, letters: received, close: () => server.close() };
}

/** Returns the error of a call that must fail. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

/** Returns the id of an expandable field. */
export function idOf(thing: string | { id: string } | null): string {
  return typeof thing === "string" ? thing : (thing?.id ?? "");
}

function recording(exchanges: Exchange[]): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const body = init?.body;
    exchanges.push({
      method: init?.method ?? "GET",
      path: url.pathname,
      sent: typeof body === "string" && body !== "" ? body : url.search.slice(1),
      status: answer.status,
      headers: answer.headers,
      answer: (await answer
        .clone()
        .json()
        .catch(() => ({}))) as Record<string, unknown>,
    });
    return answer;
  };
}
