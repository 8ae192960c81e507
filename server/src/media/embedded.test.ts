import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEpisodes } from "#catalogue";
import { type IngestApp, openIngestApp, pollUntil } from "#test/ingest-app";
import { ffmpeg, makeFilm, makeVideo } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { actingOn } from "#test/unaudited";
import { ingestSeries } from "./ingest.ts";
import { defineTranscode, startTranscoding } from "./jobs.ts";
import { lintFolder } from "./lint.ts";
import { findAssets, listCaptions } from "./repository.ts";
import { readSeriesFolder } from "./series-folder.ts";

let videos: string;
let app: IngestApp;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  videos = await mkdtemp(join(tmpdir(), "cliffhanger-embedded-"));
  const at = (name: string) => join(videos, name);
  makeVideo(at("bare.mp4"), { size: "90x160", rate: "10", seconds: 3 });
  makeFilm(at("film.mp4"));
  const srt = (text: string) => `1\n00:00:00,500 --> 00:00:02,000\n${text}\n`;
  await writeFile(at("en.srt"), srt("<i>Hello</i> & welcome"));
  await writeFile(at("es.srt"), srt("Hola"));
  const inputs = ["bare.mp4", "en.srt", "es.srt", "es.srt"].flatMap((name) => ["-i", at(name)]);
  const maps = [0, 1, 2, 3].flatMap((index) => ["-map", String(index)]);
  const languages = ["eng", "spa", "ita"].flatMap((tag, index) => [
    `-metadata:s:s:${index}`,
    `language=${tag}`,
  ]);
  const codecs = ["-c", "copy", "-c:s:1", "ass"];
  ffmpeg([...inputs, ...maps, ...codecs, ...languages, at("spoken.mkv")]);
  app = await openIngestApp(videos);
  await defineTranscode(app.jobs);
  worker = await startTranscoding(app);
});
afterAll(async () => {
  await app.jobs.stop();
  await worker.stop();
  await app.close();
  await rm(videos, { recursive: true, force: true });
});

async function ingest(path: string) {
  const context = { ...app, ...actingOn(app), profile: "demo" as const };
  const result = await ingestSeries(context, await readSeriesFolder(path));
  const ids = result.ingested.map((each) => each.assetId);
  await pollUntil(async () =>
    (await findAssets(app.database.db, ids)).every(({ state }) => state === "ready"),
  );
  const [episode] = await listEpisodes(app.database.db, result.seriesId ?? "");
  const captions = await listCaptions(app.database.db, episode?.id ?? "");
  const texts = await Promise.all(
    captions.map(({ file }) => readFile(pathIn(app.store, `assets/${ids[0]}/${file}`), "utf8")),
  );
  return {
    ...result,
    captions: captions.map(({ language }) => language).toSorted(),
    texts: texts.join("\n"),
  };
}

describe("subtitles inside a video", () => {
  it("become captions, survive the next run, and give way to caption files", async () => {
    const path = await app.folder("S", { "1.mkv": "spoken.mkv" });
    const first = await ingest(path);
    expect(first.faults).toEqual([]);
    expect(first.captions).toEqual(["en", "es"]);
    expect(first.texts).toMatch(/00:00:00\.5\d\d --> 00:00:02\.0\d\d\n<i>Hello<\/i> &amp; welcome/);
    expect(first.texts).toContain("Hola");
    expect(first.notes).toEqual([
      "1.mkv: captions in en come from subtitle track 1.",
      "1.mkv: captions in es come from subtitle track 2.",
      "1.mkv: subtitle track 3 (ita) is left out, because captions in that language are not supported.",
    ]);
    const again = await ingest(path);
    expect(again).toMatchObject({ captions: ["en", "es"], notes: [] });
    const vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nBuenas\n";
    const third = await ingest(await app.folder("S", {}, { "1.es.vtt": vtt }));
    expect(third.captions).toEqual(["en", "es"]);
    expect(third.texts).toContain("Buenas");
    expect(third.texts).not.toContain("Hola");
  });

  it("count as captions in the dry run", async () => {
    const path = await app.folder("D", { "1.mkv": "spoken.mkv", "2.mp4": "film.mp4" });
    const report = await lintFolder(app.tools, path);
    expect(report.series?.languages).toEqual(["en", "es"]);
    const texts = report.findings.map(({ text }) => text);
    expect(texts).toContain("1.mkv: captions in en come from subtitle track 1.");
    expect(texts).toContain("Captions in en are there for some episodes, but episode 2 has none.");
  });
});
