// Sends requests at a fixed rate, whether or not earlier ones have been answered, over keep-alive connections, and prints how long
// they took. Latency counts from the moment at which a request was due: a server that stalls delays all that were due meanwhile.
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Sent } from "./open-loop.ts";

const text = await readFile(process.argv[2] ?? "", "utf8");
const { port, rate, seconds, connections, requests } = JSON.parse(text) as Sent;
const total = Math.round(rate * seconds);
const took: number[] = [];
const idle: Socket[] = [];
const waiting: number[] = [];
let [failed, sent] = [0, 0];

function give(socket: Socket): void {
  const due = waiting.shift();
  if (due === undefined) return void idle.push(socket);
  socket.once("answer", (at: number) => {
    took.push(at - due);
    give(socket);
  });
  socket.write(requests[sent++ % requests.length] ?? "");
}

function open(): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true }).once("end", () => process.exit(1));
  let [head, left] = ["", -1];
  socket.on("data", (bytes) => {
    let start = 0;
    if (left < 0) {
      const before = head.length;
      head += bytes.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined) throw new Error(`An answer without a length: ${head.slice(0, end)}`);
      if (!head.startsWith("HTTP/1.1 200")) failed++;
      left = Number(length);
      start = end + 4 - before;
      head = "";
    }
    left -= bytes.length - start;
    if (left > 0) return;
    left = -1;
    socket.emit("answer", performance.now());
  });
  return new Promise((resolve) =>
    socket.once("connect", () => {
      give(socket);
      resolve();
    }),
  );
}

await Promise.all(Array.from({ length: connections }, open));
const begun = performance.now();
/** Timers are a millisecond late: closer to the next request the client watches the clock, which takes a core. */
const WATCH_MS = 2;
const dueAt = (no: number) => begun + (no * 1000) / rate;
const rest = (next: number) =>
  dueAt(next) - performance.now() > WATCH_MS ? pause(1) : new Promise(setImmediate);
for (let next = 0; took.length < total; await rest(next)) {
  for (const now = performance.now(); next < total && dueAt(next) <= now; next++) {
    waiting.push(dueAt(next));
    // In turn: the server closes a connection that rests.
    const socket = idle.shift();
    if (socket) give(socket);
  }
}
const at = (share: number) => took.toSorted((a, b) => a - b)[Math.ceil(total * share) - 1];
process.stdout.write(JSON.stringify({ p50: at(0.5), p99: at(0.99), failed }), () => process.exit(0));
