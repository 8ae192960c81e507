import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { StringDecoder } from "node:string_decoder";

/** A request and its answer as sent over the network; status 0: there was no answer. */
export interface RecordedCall {
  method: string;
  path: string;
  /** Without its question mark. */
  query: string;
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
  answer: string;
  answerHeaders: IncomingHttpHeaders;
}

/** A proxy on this machine that passes requests to another server and records them. */
export interface RecordingProxy {
  /** The address to use in place of the other server's. */
  url: URL;
  calls: RecordedCall[];
  close(): Promise<void>;
}

/** Opens a proxy before a server, which sees the same requests as without it. */
export async function openRecordingProxy(target: URL): Promise<RecordingProxy> {
  const calls: RecordedCall[] = [];
  const send = target.protocol === "https:" ? requestHttps : requestHttp;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      const { method = "GET", url = "/", headers } = incoming;
      const [path = "", query = ""] = url.split("?");
      const asked = { method, path, query, headers, body: body.toString() };
      const call: RecordedCall = { ...asked, status: 0, answer: "", answerHeaders: {} };
      calls.push(call);
      // Compressed answers could not be recorded as text.
      const { "accept-encoding": _encoding, ...passedOn } = { ...headers, host: target.host };
      const passed = send(new URL(url, target), { method, headers: passedOn }, (answer) => {
        const text = new StringDecoder("utf8");
        call.status = answer.statusCode ?? 502;
        call.answerHeaders = answer.headers;
        outgoing.writeHead(call.status, answer.headers);
        answer.on("data", (chunk: Buffer) => {
          call.answer += text.write(chunk);
          outgoing.write(chunk);
        });
        answer.on("end", () => outgoing.end());
        // An answer that breaks off must break off for the client too.
        answer.on("error", () => outgoing.destroy());
      });
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
