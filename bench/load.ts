import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folder, loadCore, run } from "./processes.ts";

/** The requests of a load. */
export interface Load {
  port: number;
  /** Paths with their query, requested round robin; a tab and an Accept-Language may follow. */
  paths: readonly string[];
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** The index of the first path, so that the next round does not repeat the latest ones. */
  from?: number;
}

/** The result of a load: answers and bytes per second, and the latency at p50 and p99 in milliseconds. */
export interface Answers extends Record<string, number> {
  rate: number;
  bytes: number;
  p50: number;
  p99: number;
}

let files = 0;

/** Loads a server with wrk on a separate core. Throws if an answer failed or did not arrive. */
export async function load(options: Load): Promise<Answers> {
  const { port, paths, connections, seconds, headers = {}, from = 0 } = options;
  const list = join(await folder("load"), `${process.pid}-${files++}.txt`);
  await writeFile(list, `${paths.join("\n")}\n`);
  const sent = Object.entries({ "accept-encoding": "gzip, deflate, br", ...headers }).flatMap(
    ([name, value]) => ["-H", `${name}: ${value}`],
  );
  const output = await run(
    "wrk",
    [
      ...["-t", "1", "-c", String(connections), "-d", `${seconds}s`, "--timeout", "20s", ...sent],
      ...["-s", join(import.meta.dirname, "load.lua"), `http://127.0.0.1:${port}/`, "--", list, String(from)],
    ],
    { core: loadCore },
  );
  const result = JSON.parse(output.trim().split("\n").at(-1) ?? "") as Record<string, number>;
  const { requests = 0, bytes = 0, seconds: took = 0, failed = 0, p50 = 0, p99 = 0 } = result;
  if (failed > 0)
    throw new Error(`${failed} of ${requests} answers of ${paths[0]} and the like were faults.`);
  return { rate: requests / took, bytes: bytes / took, p50, p99, requests };
}
