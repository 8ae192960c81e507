import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { systemClock } from "../server/src/platform/clock.ts";
import { GRANT_SECONDS, signGrant } from "../server/src/playback/grants.ts";

const KEY = { id: "bench", secret: "a-secret-of-the-benchmarks-of-32-characters" };
/** The server setting that makes it accept the grants signed here. */
export const grantKeys = `${KEY.id}:${KEY.secret}`;
export const SEGMENT_BYTES = 1_000_000;
const SEGMENTS = 60;
/** The pause between two segments in milliseconds: a player requests the next one only when needed. */
export const PAUSE_MS = 20;

/** Creates an asset with segments. Returns their paths with a valid grant. */
export async function makeSegments(dataDir: string, asset: string, bytes = SEGMENT_BYTES): Promise<string[]> {
  const folder = join(dataDir, "media/assets", asset);
  await mkdir(folder, { recursive: true });
  const files = Array.from({ length: SEGMENTS }, (_, at) => `v720-${String(at).padStart(5, "0")}.m4s`);
  for (const file of files) await writeFile(join(folder, file), randomBytes(bytes));
  const grant = signGrant([KEY], {
    episodeId: "bench",
    assetId: asset,
    viewer: "bench",
    expiresAt: Math.floor(systemClock.now().getTime() / 1000) + GRANT_SECONDS,
  });
  return files.map((file) => grant + file);
}

/** Returns a function that is true once the milliseconds have passed. */
export function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

/** Fetches segments as a viewer does until `isOver`. Returns the latency at p50 and p99 in milliseconds. */
export async function fetchSegments(port: number, paths: string[], isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let at = 0; !isOver(); at++) {
    const begun = performance.now();
    const { status, bytes } = await send(port, agent, { path: paths[at % paths.length] ?? "" });
    if (status !== 200 || bytes !== SEGMENT_BYTES)
      throw new Error(`A segment answered ${status}, ${bytes} bytes.`);
    times.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Sends a request: a POST if there is a body. */
export function send(
  port: number,
  agent: Agent,
  { path, body }: { path: string; body?: string },
): Promise<{ status: number; bytes: number }> {
  return new Promise((done, fail) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        agent,
        path,
        method: body === undefined ? "GET" : "POST",
        headers: body === undefined ? {} : { "content-type": "application/json" },
      },
      (answer) => {
        let bytes = 0;
        answer.on("data", (part: Buffer) => {
          bytes += part.length;
        });
        answer.on("end", () => done({ status: answer.statusCode ?? 0, bytes }));
        answer.on("error", fail);
      },
    );
    sent.on("error", fail);
    sent.end(body);
  });
}
