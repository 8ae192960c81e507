import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Envelope, Reason } from "@cliffhanger/contract";
import type { MessageOf } from "./errors.ts";
import { commonHeaders, dataHeaders } from "./headers.ts";

/** The status and reason for each code of Node's parser; any other code means that the bytes are not HTTP. */
const faults: Record<string, [status: number, reason: Reason]> = {
  HPE_HEADER_OVERFLOW: [431, "too_large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "invalid_request"],
};

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
