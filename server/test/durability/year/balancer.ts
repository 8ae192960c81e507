import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The one address of the site, in front of its nodes. */
export interface Balancer {
  origin: string;
  close(): Promise<void>;
}

/** Opens it. Each request goes to the next of `ports()`; where that one is gone, the caller gets a 502, as from any proxy. */
export async function openBalancer(ports: () => readonly number[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer((asked, answer) => {
    const alive = ports();
    turn += 1;
    const port = alive[turn % Math.max(1, alive.length)];
    if (port === undefined) return refuse(asked, answer);
    pass(asked, answer, port);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = asked;
  const behind = request({ host: "127.0.0.1", port, method, path: url, headers, agent: false }, (from) => {
    answer.writeHead(from.statusCode ?? 502, from.headers);
    from.on("error", () => answer.destroy());
    from.pipe(answer);
  });
  behind.on("error", () => refuse(asked, answer));
  asked.pipe(behind);
}

function refuse(asked: IncomingMessage, answer: ServerResponse): void {
  asked.resume();
  if (answer.headersSent) answer.destroy();
  else answer.writeHead(502).end();
}
