import { afterEach, describe, expect, it, vi } from "vitest";
import { tools as findTools } from "#test/media-sources";
import { findMediaTools, runMedia } from "./confine.ts";

afterEach(() => vi.unstubAllEnvs());

const noFiles = { reads: [], writes: [] };

describe("the programs that read untrusted media", () => {
  it("are reported as missing, with the command that installs them or the mistake in FFMPEG_PATH", async () => {
    await expect(findMediaTools("/nowhere/ffmpeg")).rejects.toThrow(
      "FFMPEG_PATH names /nowhere/ffmpeg, where there is no program.",
    );
    vi.stubEnv("PATH", "/nowhere");
    await expect(findMediaTools()).rejects.toThrow(/ffmpeg is not installed.*sudo apt-get install ffmpeg/);
  });

  it("do not see the server's environment", async () => {
    vi.stubEnv("DATABASE_URL", "postgres://secret");
    vi.stubEnv("FFREPORT", "file=/tmp/leak");
    const tools = await findMediaTools();
    const environment = await runMedia({ ...tools, ffmpeg: "/usr/bin/env" }, "ffmpeg", [], {
      ...noFiles,
      wallSeconds: 10,
    });
    const names = environment
      .trim()
      .split("\n")
      .map((textLine) => textLine.split("=")[0]);
    // bubblewrap sets PWD.
    expect(new Set(names.filter((name) => name !== "PWD"))).toEqual(new Set(["LANG", "PATH"]));
  });

  it("are killed when they exceed the time limit or are cancelled", async () => {
    const tools = { ...(await findTools()), ffmpeg: "/bin/sleep" };
    await expect(runMedia(tools, "ffmpeg", ["60"], { ...noFiles, wallSeconds: 0.2 })).rejects.toThrow(
      "ffmpeg took longer than it may",
    );
    const signal = AbortSignal.timeout(200);
    await expect(runMedia(tools, "ffmpeg", ["60"], { ...noFiles, wallSeconds: 60, signal })).rejects.toThrow(
      /timeout/i,
    );
  });

  it("end also when they are killed while their sandbox starts", async () => {
    const tools = { ...(await findTools()), ffmpeg: "/bin/sleep" };
    const startMs = 24;
    for (let ms = 0; ms < startMs; ms++) {
      const options = { ...noFiles, wallSeconds: 600, signal: AbortSignal.timeout(ms) };
      await expect(runMedia(tools, "ffmpeg", ["600"], options)).rejects.toThrow(/timeout/i);
    }
  });
});
