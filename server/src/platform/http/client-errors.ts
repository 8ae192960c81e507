import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Envelope, Reason } from "@cliffhanger/contract";
import { commonHeaders, dataHeaders } from "./headers.ts";
import { messageOf } from "./messages.ts";

/** The fault by the error code of Node's parser; any other code means that it was not HTTP. */
const faults: Record<string, [status: number, reason: Reason]> = {
  HPE_HEADER_OVERFLOW: [431, "too_large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "invalid_request"],
};

/**
 * Answers input that could not be parsed as a request, and so reached no route, with the envelope and closes the
 * connection. Its preferred language is unknown.
 */
export function answerClientError({ code = "" }: { code?: string }, socket: Socket): void {
  if (code === "ECONNRESET" || socket.destroyed) return;
  const [status, reason] = faults[code] ?? [400, "invalid_request"];
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
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy();
}
