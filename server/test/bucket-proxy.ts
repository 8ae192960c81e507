import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands between one process and its bucket. */
export interface BucketProxy {
  /** The address that the process is given instead of the bucket's. */
  endpoint: string;
  close(): Promise<void>;
}

/** A moment of a request: when it arrives, and when its answer has been passed on whole. */
export interface BucketMoment {
  /** Such as "PUT /media/assets/x/index.m3u8". */
  line: string;
  when: "begins" | "ended";
}

/** Passes requests on as they are, which their signatures cover. `tell` sees each; a beginning that it refuses is not passed on. */
export async function startBucketProxy(
  endpoint: string,
  tell: (moment: BucketMoment) => "pass" | "refuse",
): Promise<BucketProxy> {
  const pass = (given: IncomingMessage, answer: ServerResponse) => {
    const line = `${given.method} ${given.url}`;
    if (tell({ line, when: "begins" }) === "refuse") return void given.socket.destroy();
    const { method = "GET", url = "/", headers } = given;
    const sent = request(endpoint + url, { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(answer);
      found.once("end", () => tell({ line, when: "ended" }));
      found.once("error", () => answer.destroy());
    });
    sent.once("error", () => answer.destroy());
    given.once("error", () => sent.destroy());
    given.pipe(sent);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
