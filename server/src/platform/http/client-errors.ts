import type { Socket } from "node:net";
import type { Envelope, Reason } from "@cliffhanger/contract";
import type { MessageOf } from "./errors.ts";
import { commonHeaders, dataHeaders } from "./headers.ts";

type Fault = readonly [status: number, phrase: string, reason: Reason];
/**
 * The answer to each code of Node's parser. Its phrases are not taken from `node:http`: importing that by name also loads what
 * `fetch` is made of, 2 MB.
 */
const faults: Record<string, Fault> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "too_large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "invalid_request"],
};
/** The answer to any other code: the bytes are not HTTP. */
const notHttp: Fault = [400, "Bad Request", "invalid_request"];

/**
 * Answers a request that could not be parsed, and so reached no route, with the envelope and ends the connection. Its
 * language is unknown, so the message is in English.
 */
export function answerClientError(
  { code = "" }: { code?: string },
  socket: Socket,
  messageOf: MessageOf,
): void {
  if (code === "ECONNRESET" || socket.destroyed) return;
  const [status, phrase, reason] = faults[code] ?? notHttp;
  const envelope: Envelope = { code: status, message: messageOf(reason, "en"), reason };
  const body = JSON.stringify(envelope);
  const headers = {
    ...commonHeaders,
    ...dataHeaders,
    "cache-control": "private, no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy();
}
