import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rememberedTools } from "#test/media-runs";
import { ffmpeg, makeVideo } from "#test/media-sources";
import { lintFolder } from "./lint.ts";
import type { Report } from "./lint-findings.ts";
import { reportLines, reportSum } from "./lint-report.ts";

let root: string;
const films = () => join(root, "films");
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-lint-"));
  await mkdir(films());
  const small = { size: "90x160", rate: "10" };
  for (const name of ["a", "b", "c"])
    makeVideo(join(films(), `${name}.mp4`), { ...small, seconds: 6, tone: 300 + name.charCodeAt(0) });
  makeVideo(join(films(), "short.mp4"), { ...small, seconds: 2 });
  makeVideo(join(films(), "long.mp4"), { ...small, seconds: 20 });
  makeVideo(join(films(), "wide.mp4"), { size: "160x90", rate: "10", seconds: 6 });
  makeVideo(join(films(), "mute.mp4"), { ...small, seconds: 6, tone: null });
  ffmpeg(["-i", join(films(), "a.mp4"), "-c:v", "copy", "-af", "volume=0", join(films(), "silent.mp4")]);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n";
const YAML = "synopsis: A story.\n";

async function folder(name: string, videos: Record<string, string>, texts: Record<string, string | Buffer>) {
  const path = join(root, name);
  await mkdir(path);
  for (const [file, video] of Object.entries(videos)) await cp(join(films(), video), join(path, file));
  for (const [file, text] of Object.entries(texts)) await writeFile(join(path, file), text);
  return path;
}

async function lint(
  name: string,
  videos: Record<string, string>,
  texts: Record<string, string | Buffer> = { "series.yaml": YAML },
): Promise<Report> {
  return lintFolder(await rememberedTools(), await folder(name, videos, texts));
}

const said = ({ findings }: Report) => findings.map(({ severity, text }) => `${severity}: ${text}`);

/** A folder whose videos are empty: what does not depend on them is found without a program that reads them. */
const lintEmpty = (name: string, videos: readonly string[], texts: Record<string, string | Buffer> = {}) =>
  lint(
    name,
    {},
    { "series.yaml": YAML, ...Object.fromEntries(videos.map((video) => [video, ""])), ...texts },
  );
const isNotEmpty = (line: string) => !line.endsWith("is an empty file.");
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#446" } })
    .jpeg()
    .toBuffer();
const NO_POSTER = "note: There is no poster.jpg: a frame of the first episode takes its place.";
const three = { "1.mp4": "a.mp4", "2.mp4": "b.mp4", "3.mp4": "c.mp4" };

describe("npm run ingest -- --dry-run", () => {
  it("reports nothing for a correct folder, and changes nothing in it", async () => {
    const texts = {
      "series.yaml": YAML,
      "poster.jpg": await picture(600, 900),
      "cover.jpg": await picture(1920, 1080),
    };
    const path = await folder("well", three, texts);
    const before = [await readdir(path), (await stat(path)).mtimeMs];
    const report = await lintFolder(await rememberedTools(), path);
    expect([await readdir(path), (await stat(path)).mtimeMs]).toEqual(before);
    expect(report.findings).toEqual([]);
    expect(report.series).toEqual({ title: "well", episodes: 3, free: 8, seconds: 18, languages: [] });
    expect(reportLines(report)[1]).toBe("  3 episodes, 0:18 in all, 3 free, no captions");
  });

  it("finds gaps in the numbers, and two files with the same number", async () => {
    expect(said(await lintEmpty("gaps", ["1.mp4", "4.mp4", "6.mp4"])).filter(isNotEmpty)).toEqual([
      "warning: Episodes 2 to 3, 5: there is no file with that number.",
      NO_POSTER,
    ]);
    expect(said(await lintEmpty("doubles", ["1.mp4", "01 x.mp4", "2.mp4"])).filter(isNotEmpty)[0]).toMatch(
      /^warning: .*1.* and .*1.* have the same number, so the files are counted in the order of their names\.$/,
    );
  });

  it("finds videos with a different shape or length, very short ones, and duplicates", async () => {
    const report = await lint("odd", {
      "1.mp4": "a.mp4",
      "2.mp4": "wide.mp4",
      "3.mp4": "long.mp4",
      "4.mp4": "short.mp4",
      "5.mp4": "a.mp4",
    });
    expect(said(report)).toEqual([
      "warning: 3.mp4 lasts 20.0 s; the others last about 6 s. Is it the right file?",
      "warning: 4.mp4 lasts 2.0 s, which is very short for an episode.",
      "warning: 2.mp4 is 160×90, of another shape than the others (90×160).",
      "warning: 5.mp4 is the same video as 1.mp4.",
      NO_POSTER,
    ]);
    expect(said(await lint("lying", { "1.mp4": "wide.mp4" }))).toContain(
      "note: The videos are wider than high (160×90): on a phone held upright they are small.",
    );
  });

  it("finds videos without audio, and with silent audio", async () => {
    expect(said(await lint("sound", { "1.mp4": "mute.mp4", "2.mp4": "silent.mp4" }))).toEqual([
      "warning: 1.mp4 has no sound.",
      "warning: 2.mp4 has a sound track in which nothing is heard.",
      NO_POSTER,
    ]);
  });

  it("finds captions that some episodes lack, that end after the video, or that cannot be read", async () => {
    const report = await lint("captions", three, {
      "series.yaml": YAML,
      "1.en.vtt": VTT,
      "2.en.srt": "1\n00:00:05,000 --> 00:00:09,500\nLate\n",
      "3.es.vtt": "hello",
    });
    expect(said(report)).toEqual([
      "error: 3.es.vtt is not WebVTT: its first line must be WEBVTT.",
      "warning: 2.en.srt ends at 9.5 s, after the video, which lasts 6.0 s.",
      "warning: Captions in en are there for some episodes, but episode 3 has none.",
      "warning: Captions in es are there for some episodes, but episodes 1 to 2 have none.",
      NO_POSTER,
    ]);
  });

  it("finds unreadable files and errors in series.yaml", async () => {
    const texts = { "series.yaml": YAML, "2.mp4": "text", "3.mp4": "", "poster.png": "no" };
    expect(said(await lint("broken", { "1.mp4": "a.mp4" }, texts))).toEqual([
      "error: 2.mp4 is not a video that we can read.",
      "error: 3.mp4 is an empty file.",
      "error: poster.png is not a picture that we can read. Save it as JPEG, PNG or WebP.",
    ]);
    const report = await lint("manifest", { "1.mp4": "a.mp4" }, { "series.yaml": "free: x" });
    expect(report.series).toBeNull();
    expect(said(report)[0]).toMatch(/^error: .*series\.yaml has a fault:\n {2}- line 1: free should be/);
  });

  it("finds posters of the wrong shape or too small, more free episodes than exist, and a missing synopsis", async () => {
    const report = await lintEmpty("about", Object.keys(three), {
      "series.yaml": "free: 9",
      "poster.jpg": await picture(900, 900),
      "cover.jpg": await picture(320, 180),
    });
    expect(said(report).filter(isNotEmpty)).toEqual([
      "warning: 9 episodes are free, but there are only 3.",
      "warning: poster.jpg is 900×900, not 2:3: its edges are cut off.",
      "warning: cover.jpg is 320×180, which looks soft; give it 1080 pixels or more.",
      "note: There is no synopsis. Say one in series.yaml: viewers read it before they watch.",
    ]);
    expect(reportSum(report.findings)).toBe("3 errors, 3 warnings, 1 note. Nothing was changed.");
  });

  it("prints a line for each video as soon as it was read", async () => {
    const path = await folder("lines", three, {});
    const lines: string[] = [];
    await lintFolder(await rememberedTools(), path, (textLine) => {
      lines.push(textLine);
      // If all files were read first, the removed one would still be found.
      if (lines.length === 1) rmSync(join(path, "2.mp4"));
    });
    expect(lines).toEqual([
      "  1.mp4: 90×160, 0:06",
      "  2.mp4 is a link to nothing, or was just removed.",
      "  3.mp4: 90×160, 0:06",
    ]);
  });

  it("reports the loudness reached when a video cannot be brought to −16 LUFS", async () => {
    const spikes = "volume='if(lt(mod(t,3),0.01),1,0.005)':eval=frame";
    const noise = "anoisesrc=color=pink:amplitude=0.9:seed=7:duration=6,lowpass=f=3000";
    const sound = ["-f", "lavfi", "-i", `${noise},${spikes}`, "-map", "0:v", "-map", "1:a"];
    ffmpeg([
      "-i",
      join(films(), "a.mp4"),
      ...sound,
      "-c:v",
      "copy",
      "-c:a",
      "pcm_s16le",
      join(films(), "spikes.mov"),
    ]);
    expect(said(await lint("spikes", { "1.mov": "spikes.mov" }))).toContainEqual(
      expect.stringMatching(
        /^warning: 1\.mov reaches -\d+\.\d LUFS instead of -16: its peaks are so far above/,
      ),
    );
  });
});
