import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../../server/src/platform/ids.ts";
import type { Catalogue } from "../catalogue.ts";
import { alone, compare, interleave, type Row } from "../measure.ts";
import { memoryOf, type Running, run, startOurs } from "../processes.ts";
import { get, post } from "./request.ts";

const ROUNDS = 3;
const FILES = 3;
const PIECE = 4 * 1024 * 1024;
const PIECES = 16;
const MB = 1_000_000;
const WATCH_MS = 50;

/** Sends films as the console does, beside `dd` to the same disk, and watches the server's memory. */
export async function uploading(catalogue: Catalogue, cookie: string): Promise<Row[]> {
  const ours = await startOurs(catalogue.env);
  let growth = 0;
  try {
    const piece = randomBytes(PIECE);
    // What is loaded at the first upload does not grow with its size.
    await send(ours, cookie, { piece, pieces: 1 });
    const measured = await interleave(ROUNDS, {
      ours: async () => {
        const before = await memoryOf(ours);
        let most = before;
        let watching: Promise<void> = Promise.resolve();
        const timer = setInterval(() => {
          watching = memoryOf(ours).then((bytes) => {
            most = Math.max(most, bytes);
          });
        }, WATCH_MS);
        const rate = await send(ours, cookie, { piece, pieces: PIECES });
        clearInterval(timer);
        await watching;
        growth = Math.max(growth, most - before);
        return { rate };
      },
      dd: () => written(catalogue.env.DATA_DIR),
    });
    const row = {
      what: "three films uploaded at once",
      unit: "MB/s",
      figure: "rate" as const,
      scale: 1 / MB,
    };
    return [
      compare({ ...row, goal: { ratioAtLeast: 0.6 } }, measured.ours, measured.dd),
      alone("memory that they add", "MB", growth / MB, { atMost: 80 }),
    ];
  } finally {
    await ours.stop();
  }
}

/** Returns bytes a second, from the first piece until the last is answered. */
async function send(
  ours: Running,
  cookie: string,
  { piece, pieces }: { piece: Buffer; pieces: number },
): Promise<number> {
  const files = Array.from({ length: FILES }, (_, at) => ({
    name: `${at + 1}.mp4`,
    size: piece.length * pieces,
    lastModified: 0,
  }));
  const begin = { requestKey: newId(new Date()).toUpperCase(), title: "Bench", language: "en", files };
  const begun = await post(ours, cookie, "upload", begin);
  const plan = JSON.parse(begun.body).info as
    | { seriesId: string; files: { id: string | null }[] }
    | undefined;
  if (!plan) throw new Error(`The upload was refused: ${begun.body}`);
  const at = performance.now();
  await Promise.all(
    plan.files.map(async ({ id }) => {
      for (let part = 0; part < pieces; part++) {
        const { status } = await get(ours, cookie, `tus/${id}`, {
          method: "PATCH",
          headers: {
            "content-type": "application/offset+octet-stream",
            "tus-resumable": "1.0.0",
            "upload-offset": `${part * piece.length}`,
          },
          body: piece,
        });
        if (status !== 204) throw new Error(`A piece was answered with ${status}.`);
      }
    }),
  );
  const seconds = (performance.now() - at) / 1000;
  await post(ours, cookie, "upload/cancel", { seriesId: plan.seriesId });
  return (FILES * pieces * piece.length) / seconds;
}

/** Returns the bytes a second that `dd` writes in pieces of the same size, one file after the other, and gets onto the disk. */
async function written(folder: string): Promise<{ rate: number }> {
  const path = join(folder, "dd-of-bench");
  const at = performance.now();
  for (let file = 0; file < FILES; file++)
    await run("dd", [
      "if=/dev/zero",
      `of=${path}`,
      `bs=${PIECE}`,
      `count=${PIECES}`,
      "conv=fsync",
      "status=none",
    ]);
  const seconds = (performance.now() - at) / 1000;
  await rm(path);
  return { rate: (FILES * PIECES * PIECE) / seconds };
}
