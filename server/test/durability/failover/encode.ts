import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { loadEncoding } from "#media";
import { makeVideo } from "#test/media-sources";

const SECONDS = 8;
const START_MS = 60_000;
const RESULT_MS = 120_000;

/** A film that the worker encodes while the database fails. */
export interface Encode {
  /** Waits for the end. Returns what is wrong with the result. */
  result(): Promise<string[]>;
}

/** Ingests a film, and returns once the worker encodes it. */
export async function startEncode(
  pool: Pick<pg.Pool, "query">,
  env: Record<string, string>,
  { folder, tone }: { folder: string; tone: number },
): Promise<Encode> {
  const title = `Night Ferry ${tone}`;
  const films = join(folder, title);
  mkdirSync(films, { recursive: true });
  makeVideo(join(films, "1.mp4"), { size: "540x960", rate: "25", seconds: SECONDS, tone });
  const command = join(import.meta.dirname, "../../../src/media/ingest-command.ts");
  const child = spawn(process.execPath, [command, films], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  for (const until = performance.now() + START_MS; ; await pause(100)) {
    const { rows } = await pool.query<{ state: string }>(
      `select asset.state from asset join asset_episode on asset_id = asset.id join series on series.id = series_id
       where series.title->>'en' = $1`,
      [title],
    );
    if (rows[0]?.state === "encoding") break;
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`The film is not being encoded (${rows[0]?.state}):\n${output}`);
  }
  return {
    async result() {
      const late = pause(RESULT_MS, null, { ref: false }).then(() => child.kill("SIGKILL") && null);
      const code = await Promise.race([ended, late]);
      rmSync(films, { recursive: true });
      const { rows } = await pool.query<{ id: string; state: string; published: boolean }>(
        `select asset.id, asset.state, episode.published_at is not null as published
         from series join episode on episode.series_id = series.id left join asset on asset.id = episode.asset_id
         where series.title->>'en' = $1`,
        [title],
      );
      const [made] = rows;
      const faults = code === 0 ? [] : [`the ingest ended with ${code}: ${output.slice(-500)}`];
      if (rows.length !== 1 || made?.state !== "ready" || !made.published)
        return [...faults, `the film is ${JSON.stringify(rows)}`];
      const { checkAsset } = await loadEncoding();
      const found = await checkAsset(join(env["DATA_DIR"] ?? "", "media/assets", made.id));
      return [
        ...faults,
        ...found.filter(({ severity }) => severity === "error").map(({ message }) => message),
      ];
    },
  };
}
