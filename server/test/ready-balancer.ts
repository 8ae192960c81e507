import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { statusOf } from "./serving.ts";

const CHECK_EVERY_MS = 200;

/** A load balancer that sends requests to ready nodes only, over connections that it keeps. */
export interface ReadyBalancer {
  port: number;
  /** Returns how many requests a node has received. */
  passed(port: number): number;
  close(): Promise<void>;
}

/** Opens a balancer in front of the nodes that `ports` returns; it checks `/readyz` of each five times a second. */
export async function openReadyBalancer(ports: () => readonly number[]): Promise<ReadyBalancer> {
  const agent = new Agent({ keepAlive: true });
  const passed = new Map<number, number>();
  let ready: number[] = [];
  let turn = 0;
  const check = async () => {
    const asked = await Promise.all(
      ports().map(async (port) => ({ port, status: await statusOf({ port, path: "/readyz" }) })),
    );
    ready = asked.filter(({ status }) => status === 200).map(({ port }) => port);
  };
  await check();
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  const server = createServer((asked, answer) => {
    turn += 1;
    const port = ready[turn % Math.max(1, ready.length)] ?? 0;
    passed.set(port, (passed.get(port) ?? 0) + 1);
    request({ host: "127.0.0.1", port, path: asked.url, agent }, (from) => {
      answer.writeHead(from.statusCode ?? 502, { "content-type": from.headers["content-type"] ?? "" });
      from.pipe(answer);
    })
      .on("error", () => answer.writeHead(502).end())
      .end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    passed: (port) => passed.get(port) ?? 0,
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
