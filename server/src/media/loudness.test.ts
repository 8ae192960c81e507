import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ffmpeg, makeVideo, tools } from "#test/media-sources";
import { timeLimit } from "../../../tools/time-limit.ts";
import { encode } from "./encode.ts";
import { ladder } from "./ladder.ts";
import { gainFilters, type Loudness, measureLoudness, normaliseLoudness, readSummary } from "./loudness.ts";
import { prepareAsset } from "./prepare.ts";
import { type Probe, probe } from "./probe.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-loudness-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);

/** Measures the second stream of a file of two seconds. */
const measure = async (path: string) =>
  measureLoudness(await tools(), path, { audio: { stream: 1, codec: "aac", channels: 1 }, duration: 2 });

/** Encodes as `prepareAsset` does, without what it makes of the result. */
async function encodeLevelled(name: string, found: Probe): Promise<void> {
  const [source, folder] = [at(name), at(`${name}.asset`)];
  await mkdir(folder);
  const { filters: level } = await normaliseLoudness(await tools(), source, found);
  const specs = ladder(found, "standard");
  await encode(await tools(), { source, name, folder, probe: found, specs, level });
}

/** Measures a rendition with ffmpeg's own meter. */
function measurePlaylist(path: string): Loudness | null {
  const { stderr } = spawnSync(
    "ffmpeg",
    ["-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"],
    {
      encoding: "utf8",
    },
  );
  return readSummary(stderr);
}

describe("how loud an episode is", () => {
  it("is the same for a whisper, a shout and mono on one channel, with no peak above -1 dBTP", async () => {
    makeVideo(at("whisper.mp4"), { size: "90x160", rate: "10", seconds: 4 });
    // Without high frequencies, which low bit rates remove.
    const noise = "anoisesrc=color=pink:amplitude=0.9:seed=7:duration=4,lowpass=f=3000";
    const clicks = "volume='if(lt(mod(t,0.5),0.01),1,0.08)':eval=frame";
    const sound = ["-f", "lavfi", "-i", noise, "-map", "0:v", "-map", "1:a", "-c:v", "copy", "-t", "4"];
    ffmpeg(["-i", at("whisper.mp4"), ...sound, "-c:a", "pcm_s16le", at("shout.mov")]);
    ffmpeg(["-i", at("whisper.mp4"), ...sound, "-af", clicks, "-c:a", "pcm_s16le", at("clicks.mov")]);
    ffmpeg([
      "-i",
      at("whisper.mp4"),
      "-af",
      "volume=-20dB,pan=stereo|c0=c0",
      "-c:v",
      "copy",
      at("one-ear.mp4"),
    ]);
    const whisper = { source: at("whisper.mp4"), folder: at("whisper.mp4.asset") };
    await prepareAsset(await tools(), { ...whisper, profile: "standard" });
    // The others have the same pictures, and their sound is the second stream, too.
    const found = await probe(await tools(), whisper.source);
    const others = ["shout.mov", "clicks.mov", "one-ear.mp4"];
    for (const name of others) await encodeLevelled(name, found);
    const results = new Map(
      ["whisper.mp4", ...others].map((name) => [name, measurePlaylist(at(`${name}.asset/v90.m3u8`))]),
    );
    // A low bit rate blurs clicks, but they must not clip, and the audio between them stays audible.
    const clicked = results.get("clicks.mov");
    expect(clicked?.truePeak).toBeLessThan(0);
    expect(Math.abs((clicked?.integrated ?? 0) + 16)).toBeLessThanOrEqual(2);
    results.delete("clicks.mov");
    for (const [name, result] of results) {
      expect(result?.truePeak, name).toBeLessThanOrEqual(-1);
      expect(result?.integrated, name).toBeGreaterThan(-17);
      expect(result?.integrated, name).toBeLessThan(-15);
    }
  });

  it("is unchanged for silence and hiss, which are not amplified", async () => {
    makeVideo(at("film.mp4"), { seconds: 2 });
    ffmpeg(["-i", at("film.mp4"), "-c:v", "copy", "-af", "volume=0", at("silent.mp4")]);
    ffmpeg(["-i", at("film.mp4"), "-c:v", "copy", "-af", "volume=-45dB", at("hiss.mp4")]);
    makeVideo(at("mute.mp4"), { seconds: 1, tone: null });
    expect(await measure(at("film.mp4"))).not.toBeNull();
    for (const name of ["silent.mp4", "hiss.mp4"]) expect(await measure(at(name)), name).toBeNull();
    const mute = await probe(await tools(), at("mute.mp4"));
    expect(await measureLoudness(await tools(), at("mute.mp4"), mute)).toBeNull();
    expect(gainFilters(null)).toEqual([]);
  });

  it("changes by a constant gain; a limiter is added only when a peak would clip", () => {
    expect(gainFilters({ integrated: -24, truePeak: -12 })).toEqual(["volume=8.00dB"]);
    expect(gainFilters({ integrated: -16.02, truePeak: -3 })).toEqual([]);
    expect(gainFilters({ integrated: -24, truePeak: -2 }).join()).toMatch(
      /^volume=8\.00dB,.*alimiter=limit=0\.8414/,
    );
    expect(gainFilters({ integrated: -9, truePeak: 0 })).toEqual(["volume=-7.00dB"]);
  });
});
