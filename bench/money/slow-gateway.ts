import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
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
        if (!url.endsWith(".js")) {
          answer.writeHead(told.statusCode ?? 502, told.headers);
          told.pipe(answer);
          return;
        }
        // The gateway's script names the origin of its frames.
        const { "content-length": _, ...rest } = told.headers;
        void text(told).then((script) =>
          answer.writeHead(told.statusCode ?? 502, rest).end(script.replaceAll(api, originOf())),
        );
      });
      passed.once("error", () => answer.destroy());
      asked.pipe(passed);
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  function originOf() {
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  return {
    origin: originOf(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
