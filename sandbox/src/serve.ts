import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** The parts of a request that these programs read. */
export interface Ask {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** The fields of a form; empty without one. */
  form: URLSearchParams;
}

/** An answer. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const MOST_BYTES = 64 * 1024;
const JSON_TYPE = "application/json; charset=utf-8";

/** Creates an HTTP server around one function. It answers to names of this machine only, which prevents DNS rebinding. */
export function serve(answer: (ask: Ask) => Reply | Promise<Reply>): Server {
  return createServer((request, response) => {
    respond(request, response, answer).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("Something went wrong in this program.\n");
    });
  });
}

/** Returns a JSON answer. */
export function json(value: unknown, status = 200): Reply {
  return { status, headers: { "content-type": JSON_TYPE }, body: JSON.stringify(value) };
}

/** Returns a page; `policy` says what it may load. */
export function htmlReply(body: string, policy: string, status = 200): Reply {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
    body,
  };
}

/** Redirects the browser. */
export function redirect(location: string, status: 302 | 303 = 302): Reply {
  return { status, headers: { location } };
}

/** The answer for an unknown path. */
export const notFound: Reply = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "Not found.\n",
};

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (ask: Ask) => Reply | Promise<Reply>,
): Promise<void> {
  const reply = await replyTo(request, answer);
  response.writeHead(reply.status ?? 200, {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...reply.headers,
  });
  response.end(request.method === "HEAD" ? undefined : reply.body);
}

async function replyTo(
  request: IncomingMessage,
  answer: (ask: Ask) => Reply | Promise<Reply>,
): Promise<Reply> {
  if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ""))
    return { status: 421, headers: { "content-type": "text/plain" }, body: "Ask for 127.0.0.1.\n" };
  const body = await readBody(request);
  if (body === null) return { status: 413, headers: { "content-type": "text/plain" }, body: "Too large.\n" };
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  return answer({
    method: request.method === "HEAD" ? "GET" : (request.method ?? "GET"),
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    form: new URLSearchParams(isForm ? body.toString("utf8") : ""),
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
