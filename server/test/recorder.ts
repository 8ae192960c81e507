import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A call and its answer as sent over the network; status 0: no answer. */
export interface RecordedCall {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
  answer: string;
}

/** A proxy that passes requests to another server unchanged and records them. */
export interface Recorder {
  url: URL;
  calls: RecordedCall[];
  close(): Promise<void>;
}

/** Opens a recorder before a server. */
export async function openRecorder(target: URL): Promise<Recorder> {
  const calls: RecordedCall[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      const [path = "", query = ""] = (incoming.url ?? "").split("?");
      const call = { path, query, body: body.toString(), status: 0, answer: "" };
      const { method = "GET", headers } = incoming;
      const record: RecordedCall = { ...call, method, headers };
      calls.push(record);
      const passed = request(
        new URL(incoming.url ?? "/", target),
        { method, headers: { ...headers, host: target.host } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          record.status = answer.statusCode ?? 0;
          answer.on("data", (chunk: Buffer) => {
            record.answer += chunk.toString();
            outgoing.write(chunk);
          });
          answer.on("end", () => outgoing.end());
          // An answer that breaks off must break off for the client too.
          answer.on("error", () => outgoing.destroy());
        },
      );
      passed.on("error", () => incoming.socket.destroy());
      passed.end(body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
