import { appendFile, cp, mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { randomWord } from "../server/src/platform/ids.ts";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { ladderArguments } from "./limits/ladder.ts";
import { load } from "./load.ts";
import { compare, interleave, median, type Outcome, type Row } from "./measure.ts";
import { halfRate, openLoop } from "./open-loop.ts";
import { folder, isThere, run, startOurs } from "./processes.ts";

const ROUNDS = 3;
const SECONDS = 30;
const CONNECTIONS = 8;
const INGEST = join(import.meta.dirname, "../server/src/media/ingest-command.ts");
const INSTALLATION = "ingest";
const RENDITIONS = [1080, 720, 540, 360, 234];

/** Compares a whole ingest with ffmpeg alone, and measures its effect on viewers. */
export async function measure(): Promise<Outcome> {
  if (!(await isThere("ffmpeg"))) {
    return {
      rows: [],
      missing: ["ingest: ffmpeg is the limit. Install it: sudo apt-get install ffmpeg"],
      notes: [],
    };
  }
  const source = await makeSource();
  await rm(await folder(INSTALLATION), { recursive: true });
  const installation = await openCatalogue(INSTALLATION, 0);
  const plain = async () => {
    const out = join(await folder("ladder"), randomWord(9));
    await mkdir(out);
    const args = ladderArguments(source, out, RENDITIONS);
    const ms = await timed(() => run("nice", ["-n", "19", "ffmpeg", ...args]));
    await rm(out, { recursive: true });
    return { ms };
  };
  const result = await interleave<"ours" | "plain", "ms">(ROUNDS, {
    ours: async () => ({ ms: await timed(() => ingest(source, installation.env)) }),
    plain,
  });
  const rows = [
    compare(
      {
        what: "ingest, limit of the same five renditions",
        unit: "s",
        figure: "ms",
        scale: 1e-3,
        goal: { ratioAtMost: 1.13 },
      },
      result.ours,
      result.plain,
    ),
    await answersMeanwhile(source, installation),
  ];
  await installation.close();
  await rm(await folder(INSTALLATION), { recursive: true });
  const notes = [
    `A source of ${SECONDS} s, 1080×1920, 30 frames a second, in constant motion. Ours is the whole command next to a running database: loudness, five renditions, the key frame rendition, pictures, checks.`,
    `The limit is one ffmpeg that makes ${RENDITIONS.join(", ")} in one pass with sound, and nothing else, at the same low priority as ours.`,
  ];
  return { rows, missing: [], notes };
}

/** Ingests a source that is new to this installation. */
async function ingest(source: string, env: Record<string, string>): Promise<void> {
  const series = join(await folder("series"), randomWord(9));
  await mkdir(series);
  const video = join(series, "01.mp4");
  await cp(source, video);
  await appendFile(video, freeBox(randomWord(8)));
  await run(process.execPath, [INGEST, series], { env });
  await rm(series, { recursive: true });
}

/** Returns a `free` box, which players skip: it changes a file's bytes but not its video (ISO/IEC 14496-12, 8.1.2). */
function freeBox(content: string): Buffer {
  const box = Buffer.alloc(8 + content.length);
  box.writeUInt32BE(box.length);
  box.write(`free${content}`, 4);
  return box;
}

async function answersMeanwhile(source: string, installation: Catalogue): Promise<Row> {
  const ours = await startOurs(installation.env, { core: null });
  const paths = ["/api/homepage", "/api/tag"];
  const rates = [];
  for (let round = 0; round < ROUNDS; round++)
    rates.push((await load({ port: ours.port, paths, connections: CONNECTIONS, seconds: 2 })).rate);
  // Its own rate, not that of a limit: what counts is how much an encode slows it.
  const rate = halfRate(rates);
  const several = async () => {
    const values: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const requests = paths.map((path) => ({ path }));
      const open = { port: ours.port, requests, rate, connections: CONNECTIONS, seconds: 3 };
      values.push((await openLoop(open)).p99);
    }
    return median(values);
  };
  const idle = await several();
  const encoding = ingest(source, installation.env);
  await pause(3_000);
  const busy = await several();
  await encoding;
  await ours.stop();
  return {
    what: "answers while encoding, p99, open loop",
    unit: "ms",
    ours: busy,
    limit: idle,
    ratio: busy / idle,
    goal: { ratioAtMost: 3 },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Generates a zoom into a fractal with grain, which costs as much to encode as live action. */
async function makeSource(): Promise<string> {
  const path = join(await folder("source"), `${SECONDS}s.mp4`);
  if (await stat(path).catch(() => null)) return path;
  console.log("Generating a source, once…");
  const half = `${path}.half.mp4`;
  await run("ffmpeg", [
    ...["-v", "error", "-nostdin", "-y", "-f", "lavfi"],
    ...["-i", `mandelbrot=size=1080x1920:rate=30:end_scale=0.02:end_pts=${SECONDS * 30}`],
    ...["-f", "lavfi", "-i", "sine=frequency=330:sample_rate=48000"],
    ...["-filter_complex", "[0:v]gblur=sigma=2,noise=alls=2:allf=t[v]", "-map", "[v]", "-map", "1:a"],
    ...["-t", String(SECONDS), "-c:v", "libx264", "-preset", "ultrafast", "-crf", "20"],
    ...["-pix_fmt", "yuv420p", "-c:a", "aac", half],
  ]);
  await cp(half, path);
  await rm(half);
  return path;
}
