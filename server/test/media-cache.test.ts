import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomWord } from "#platform/ids";
import { cachedMedia } from "./media-cache.ts";
import { ffmpeg, makeVideo } from "./media-sources.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-cache-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a clip is generated once for each recipe", async () => {
  const recipe = randomWord(12);
  let made = 0;
  const make = (name: string, wanted: string) => {
    const path = join(folder, name);
    cachedMedia(wanted, path, (unfinished) => {
      made += 1;
      ffmpeg(["-f", "lavfi", "-i", "sine", "-t", "0.1", unfinished]);
    });
    return readFile(path);
  };
  expect(await make("a.wav", recipe)).toEqual(await make("b.wav", recipe));
  expect(made).toBe(1);
  await make("c.wav", `${recipe} louder`);
  expect(made).toBe(2);
});

test("a generation that fails leaves nothing in the cache", () => {
  const recipe = randomWord(12);
  const path = join(folder, "broken.mp4");
  const broken = () => cachedMedia(recipe, path, () => ffmpeg(["-f", "lavfi", "-i", "nosuchsource", path]));
  expect(broken).toThrow("ffmpeg ended with");
  expect(broken).toThrow("ffmpeg ended with");
});

test("each test gets a copy of the clip that it may change", async () => {
  const [one, other] = [join(folder, "one.mp4"), join(folder, "other.mp4")];
  makeVideo(one, { size: "32x32", seconds: 1 });
  await writeFile(one, "no film any more");
  makeVideo(other, { size: "32x32", seconds: 1 });
  expect((await readFile(other)).length).toBeGreaterThan(1_000);
});
