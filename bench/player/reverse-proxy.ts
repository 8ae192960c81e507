import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { barePage } from "./bare.ts";

/** One origin for everything that is compared: the product, the bare pages and the plain MP4. */
export interface ReverseProxy {
  origin: string;
  close(): Promise<void>;
}

const PLAYER = join(
  dirname(createRequire(import.meta.url).resolve("hls.js/package.json")),
  "dist/hls.light.min.js",
);

/** Opens the proxy to the product's port. */
export async function openReverseProxy(
  port: number,
  mp4Of: (number: number) => string,
): Promise<ReverseProxy> {
  const page = brotliCompressSync(barePage);
  const agent = new Agent({ keepAlive: true });
  const script = brotliCompressSync(await readFile(PLAYER));
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? "/", "http://local").pathname;
    if (path === "/bench/bare") return send(outgoing, "text/html", page);
    if (path === "/bench/hls.js") return send(outgoing, "text/javascript", script);
    const video = /^\/bench\/mp4\/(\d+)$/.exec(path)?.[1];
    if (video)
      return void sendVideo(incoming, outgoing, mp4Of(Number(video))).catch(() => outgoing.destroy());
    return pass(agent, port, incoming, outgoing);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

// Compressed like the product's files.
function send(outgoing: ServerResponse, type: string, body: Buffer): void {
  outgoing.writeHead(200, {
    "content-type": type,
    "content-encoding": "br",
    "cache-control": "public, max-age=3600",
  });
  outgoing.end(body);
}

// Browsers request a video in ranges.
async function sendVideo(incoming: IncomingMessage, outgoing: ServerResponse, path: string): Promise<void> {
  const { size } = await stat(path);
  const [, from = "0", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(incoming.headers.range ?? "") ?? [];
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(size - 1, Number(to));
  outgoing.writeHead(incoming.headers.range ? 206 : 200, {
    "content-type": "video/mp4",
    "content-length": end - start + 1,
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=3600",
    etag: `"${size}"`,
    ...(incoming.headers.range ? { "content-range": `bytes ${start}-${end}/${size}` } : {}),
  });
  createReadStream(path, { start, end })
    .on("error", () => outgoing.destroy())
    .pipe(outgoing);
}

function pass(agent: Agent, port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url: path } = incoming;
  const onward = request({ agent, host: "127.0.0.1", port, method, headers, path }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
