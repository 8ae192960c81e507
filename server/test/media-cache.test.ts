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

test("a clip is generated once for a recipe, and anew for another one", async () => {
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

test("a generation that fails leaves nothing behind to be taken later", () => {
  const recipe = randomWord(12);
  const path = join(folder, "broken.mp4");
  const broken = () => cachedMedia(recipe, path, () => ffmpeg(["-f", "lavfi", "-i", "nosuchsource", path]));
  expect(broken).toThrow("ffmpeg ended with");
  expect(broken).toThrow("ffmpeg ended with");
});

test("a clip that a test changes is the test's own copy", async () => {
  const [one, other] = [join(folder, "one.mp4"), join(folder, "other.mp4")];
  makeVideo(one, { size: "32x32", seconds: 1 });
  await writeFile(one, "no film any more");
  makeVideo(other, { size: "32x32", seconds: 1 });
  expect((await readFile(other)).length).toBeGreaterThan(1_000);
});
