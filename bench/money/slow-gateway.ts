import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Passes requests on to a gateway's simulator, each call of its API late by the milliseconds. Returns its origin. */
export async function startSlowGateway(
  api: string,
  lateMs: number,
): Promise<{ origin: string; close(): void }> {
  const server = createServer((asked, answer) => {
    void (async () => {
      if (asked.url?.startsWith("/v1/")) await pause(lateMs);
      const { method, headers, url = "/" } = asked;
      const passed = request(new URL(url, api), { method, headers }, (told) => {
        answer.writeHead(told.statusCode ?? 502, told.headers);
        told.pipe(answer);
      });
      passed.once("error", () => answer.destroy());
      asked.pipe(passed);
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
