import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { median } from "./measure.ts";
import { folder, loadCore, run } from "./processes.ts";

/** A request; by default a GET without a body. */
export interface OpenRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A load at a fixed rate per second. `requests` are sent round robin. */
export interface OpenLoop {
  port: number;
  requests: readonly OpenRequest[];
  rate: number;
  seconds: number;
  connections: number;
}

/** What the client reads: the requests as they are sent. */
export type Sent = Omit<OpenLoop, "requests"> & { requests: string[] };

/** Latencies in milliseconds, from the moment at which each request was due. */
export interface Latencies extends Record<string, number> {
  p50: number;
  p99: number;
}

/** As the plan asks: five rounds of eight seconds, at half of the rate that the limit reaches in a closed loop. */
export const P99_ROUNDS = 5;
export const P99_SECONDS = 8;

/** Returns the rate of an open loop: half of the median of a limit's closed-loop rounds. */
export function halfRate(rates: readonly number[]): number {
  return median(rates) / 2;
}

let files = 0;

/** Loads a server at a fixed rate from a separate core. Throws if an answer failed or did not arrive. */
export async function openLoop({ requests, ...options }: OpenLoop): Promise<Latencies> {
  const file = join(await folder("load"), `${process.pid}-open-${files++}.json`);
  const sent: Sent = { ...options, requests: requests.map(textOf) };
  await writeFile(file, JSON.stringify(sent));
  const client = join(import.meta.dirname, "open-loop-client.ts");
  const output = await run(process.execPath, [client, file], { core: loadCore });
  await rm(file);
  const { p50, p99, failed } = JSON.parse(output) as Latencies & { failed: number };
  if (failed > 0) throw new Error(`${failed} answers of ${requests[0]?.path} and the like were faults.`);
  return { p50, p99 };
}

function textOf({ path, method = "GET", headers = {}, body = "" }: OpenRequest): string {
  const all = {
    host: "127.0.0.1",
    "accept-encoding": "gzip, deflate, br",
    ...headers,
    ...(body && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
