import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** What is sent of a page before its end: all before an element. */
export type EndOfPage = "page-state" | "viewer-state";

const LATE_MS = 1_500;

/**
 * Runs `use` with the address of a proxy in front of the app. The end of each page, from one of the JSON elements on, is sent late, as on a
 * network that falls silent for a moment. Everything else is sent at once.
 */
export async function withSlowDocument(
  origin: string,
  end: EndOfPage,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    forward(origin, end, { request, response }).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function forward(
  origin: string,
  end: EndOfPage,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !["host", "connection", "content-length", "accept-encoding"].includes(name)
      ? [[name, value]]
      : [],
  );
  const answer = await fetch(`${origin}${request.url}`, {
    method: request.method ?? "GET",
    headers: [...headers, ["accept-encoding", "identity"]],
    redirect: "manual",
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers)
    if (!["transfer-encoding", "connection", "set-cookie"].includes(name)) response.setHeader(name, value);
  response.setHeader("set-cookie", answer.headers.getSetCookie());
  response.statusCode = answer.status;
  const cut = body.lastIndexOf(`id="${end}"`);
  if (cut > 0 && answer.headers.get("content-type")?.startsWith("text/html")) {
    response.write(body.subarray(0, cut));
    await pause(LATE_MS);
    response.end(body.subarray(cut));
  } else response.end(body);
}
