import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Episode, SeriesCard } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { loadBundles, loadEncoding } from "#media";
import { type TestApp, testApp } from "#test/app";
import { pathIn } from "#test/path-in";
import { actingOn } from "#test/unaudited";
import { timeLimit } from "../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(240) });

const { checkAsset, findMediaTools } = await loadEncoding();
const { findBundles, importBundle } = await loadBundles();
const run = promisify(execFile);
const catalogue = join(import.meta.dirname, "../../demo/catalogue");

let app: TestApp;
let origin: string;

beforeAll(async () => {
  app = await testApp();
  for (const folder of await findBundles(catalogue))
    await importBundle({ ...actingOn(app), store: app.store }, folder);
  origin = await app.http.listen({ port: 0, host: "127.0.0.1" });
}, timeLimit(120));
afterAll(() => app.close());

async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(origin + path);
  return (await answer.json()) as T;
}

test("R14: every free demo episode, as served, decodes completely in every rendition", async () => {
  const { ffmpeg, ffprobe } = await findMediaTools();
  const { info } = await ask<{ info: { featured: { list: SeriesCard[] } } }>("/api/homepage");
  for (const { id } of info.featured.list) {
    const { data } = await ask<{ data: { list: Episode[] } }>(`/api/video/episode?seriesId=${id}`);
    for (const episode of data.list.filter((each) => each.free)) {
      const playable = await ask<{ info: { playback: { hls: string } } }>(
        `/api/video/episode?id=${episode.id}`,
      );
      const url = origin + playable.info.playback.hls;
      const probe = await run(ffprobe, ["-v", "error", "-of", "json", "-show_streams", url]);
      const streams = (JSON.parse(probe.stdout) as { streams: { codec_type: string }[] }).streams;
      const videos = streams.filter((stream) => stream.codec_type === "video");
      expect(videos.length).toBeGreaterThan(0);
      const { stderr } = await run(ffmpeg, [
        "-nostdin",
        "-v",
        "error",
        "-xerror",
        "-i",
        url,
        "-map",
        "0:v",
        "-map",
        "0:a",
        "-f",
        "null",
        "-",
      ]);
      expect(stderr, `episode ${episode.number}`).toBe("");
    }
  }
});

test("every playlist of the demo catalogue follows the authoring rules, except the listed exceptions", async () => {
  const { rows } = await app.database.pool.query<{ id: string }>("select id from asset");
  expect(rows.length).toBeGreaterThan(0);
  for (const { id } of rows) {
    const findings = await checkAsset(pathIn(app.store, `assets/${id}`));
    expect(findings.filter((finding) => finding.severity === "error")).toEqual([]);
  }
});
