import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A reverse proxy that simulates a broken connection or a newer version of files. */
export interface ReverseProxy {
  origin: string;
  /** Breaks or restores the connection. */
  setDown(down: boolean): void;
  /** Changes the text of `path` in transit. */
  rewrite(path: string, change: (text: string) => string): void;
  /** Answers that there is nothing below `path`, as for the files of an earlier version. */
  remove(path: string): void;
  close(): Promise<void>;
}

/** Starts a reverse proxy for the app at `origin`. */
export async function openReverseProxy(origin: string): Promise<ReverseProxy> {
  const changes = new Map<string, (text: string) => string>();
  const removed: string[] = [];
  let isDown = false;
  const server = createServer((incoming, outgoing) => {
    if (isDown) return void incoming.socket.resetAndDestroy();
    if (removed.some((path) => incoming.url?.startsWith(path))) return void outgoing.writeHead(404).end();
    const change = changes.get(incoming.url ?? "");
    if (change) void sendChanged(origin, incoming, outgoing, change);
    else pass(origin, incoming, outgoing);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    setDown(down) {
      isDown = down;
      if (down) server.closeAllConnections();
    },
    rewrite: (path, change) => void changes.set(path, change),
    remove: (path) => void removed.push(path),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function pass(origin: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming;
  const onward = request(origin + (incoming.url ?? "/"), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}

async function sendChanged(
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change: (text: string) => string,
): Promise<void> {
  const answer = await fetch(origin + (incoming.url ?? "/"));
  const type = answer.headers.get("content-type") ?? "text/plain";
  outgoing.writeHead(answer.status, { "content-type": type, "cache-control": "no-cache" });
  outgoing.end(change(await answer.text()));
}
