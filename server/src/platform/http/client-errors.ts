import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Envelope, Reason } from "@cliffhanger/contract";
import { commonHeaders, dataHeaders } from "./headers.ts";
import { messageOf } from "./messages.ts";

/** What is wrong, by the code of Node's parser; anything else is no HTTP at all. */
const faults: Record<string, [status: number, reason: Reason]> = {
  HPE_HEADER_OVERFLOW: [431, "too_large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "invalid_request"],
};

/**
 * Answers with the envelope what could not be read as a request and so reached no route, and ends the connection. Which
 * language it asked for nobody knows.
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
