import { once } from "node:events";
import { createServer, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";

/** A call of a gateway and its answer; status 0: there was none. */
export interface SmokeCall {
  method: string;
  path: string;
  status: number;
  /** The gateway's own id of the request, which its support asks for. */
  requestId: string | null;
  /** The answer's text. */
  answer: string;
}

/** Passes requests on to a gateway and records them. */
export interface SmokeRecorder {
  /** The address to use in place of the gateway's. */
  url: URL;
  calls: SmokeCall[];
  close(): Promise<void>;
}

/** Stripe's and PayPal's headers with the id of a request. */
const ID_HEADERS = ["request-id", "paypal-debug-id"];

/**
 * Opens a recorder on this machine, because the gateways' clients return neither the request ids nor the raw answers. The
 * gateway sees the same requests as without it.
 */
export async function openSmokeRecorder(gateway: URL): Promise<SmokeRecorder> {
  const calls: SmokeCall[] = [];
  const send = gateway.protocol === "https:" ? requestHttps : requestHttp;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "GET", url: path = "/" } = incoming;
      const call: SmokeCall = { method, path, status: 0, requestId: null, answer: "" };
      calls.push(call);
      // Compressed answers could not be recorded as text.
      const { "accept-encoding": _encoding, ...headers } = { ...incoming.headers, host: gateway.host };
      const passed = send(new URL(path, gateway), { method, headers }, (answer) => {
        const answered: Buffer[] = [];
        call.status = answer.statusCode ?? 0;
        const ids = ID_HEADERS.map((name) => answer.headers[name]).filter((id) => typeof id === "string");
        call.requestId = ids[0] ?? null;
        answer.on("data", (chunk: Buffer) => answered.push(chunk));
        answer.on("end", () => {
          const body = Buffer.concat(answered);
          call.answer = body.toString("utf8");
          const { "transfer-encoding": _chunks, connection: _kept, ...kept } = answer.headers;
          outgoing.writeHead(call.status, { ...kept, "content-length": body.length });
          outgoing.end(body);
        });
        // An answer that breaks off must break off for the client too.
        answer.on("error", () => outgoing.destroy());
      });
      passed.on("error", () => incoming.socket.destroy());
      passed.end(Buffer.concat(chunks));
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
