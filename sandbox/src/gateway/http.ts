import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./faults.ts";

/** A request as received. */
export interface GatewayAsk {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Buffer;
  /** The peer's address. */
  ip: string;
}

/** An answer; its headers are written unchanged. */
export interface GatewayReply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** A gateway's handlers: how requests are answered, and the faults on the way. */
export interface Door {
  /** Handles a request. Must not throw for a client's error. */
  answer(ask: GatewayAsk): GatewayReply | Promise<GatewayReply>;
  /** Returns the fault that waits for this request and counts it as used. */
  fault?(ask: GatewayAsk): Fault | undefined;
  /** Returns the gateway's own body for 500, 429 and 409. */
  refusal?(status: 500 | 429 | 409, ask: GatewayAsk): GatewayReply;
  /** Called when a request with a fault has ended, whatever its outcome. */
  settled?(ask: GatewayAsk): void;
}

const MOST_BYTES = 1024 * 1024;

/** Creates an HTTP server for a gateway. It answers to names of this machine only, which prevents DNS rebinding. */
export function serveGateway(door: Door): Server {
  return createServer((request, response) => {
    pass(door, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("Something went wrong in this program.\n");
    });
  });
}

async function pass(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? "")) {
    response.writeHead(421, { "content-type": "text/plain" }).end("Ask for 127.0.0.1.\n");
    return;
  }
  const ask = await read(request);
  if (!ask) {
    response.writeHead(413, { "content-type": "text/plain" }).end("Too large.\n");
    return;
  }
  const fault = door.fault?.(ask);
  try {
    if (fault) await faulty(door, fault, ask, response);
    else write(response, await door.answer(ask), ask.method);
  } finally {
    door.settled?.(ask);
  }
}

async function faulty(door: Door, fault: Fault, ask: GatewayAsk, response: ServerResponse): Promise<void> {
  const { kind, seconds, late } = fault;
  if (kind === "before") return void response.destroy();
  if (kind === "500" || kind === "429" || kind === "409") {
    const status = Number(kind) as 500 | 429 | 409;
    const plain = { status, headers: { "content-type": "text/plain" }, body: "Injected fault.\n" };
    return write(response, door.refusal?.(status, ask) ?? plain, ask.method);
  }
  if (kind === "hang" && late) await sleep(seconds * 1000);
  const reply = await door.answer(ask);
  if (kind === "hang" && !late) await sleep(seconds * 1000);
  if (kind === "hang") return write(response, reply, ask.method);
  if (kind === "after") return void response.destroy();
  const body = Buffer.from(reply.body);
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (kind === "close") {
    response.writeHead(reply.status, { ...reply.headers, "content-length": String(body.length) });
    response.write(half, () => response.destroy());
    return undefined;
  }
  return write(response, { ...reply, body: kind === "empty" ? "" : half }, ask.method);
}

function write(response: ServerResponse, reply: GatewayReply, method: string): void {
  if (response.destroyed) return;
  response.writeHead(reply.status, {
    "cache-control": "no-cache, no-store",
    "content-length": String(Buffer.byteLength(reply.body)),
    ...reply.headers,
  });
  response.end(method === "HEAD" ? undefined : reply.body);
}

async function read(request: IncomingMessage): Promise<GatewayAsk | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
    ip: request.socket.remoteAddress ?? "",
  };
}
