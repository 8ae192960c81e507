import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSeriesFolders, numberVideos, readSeriesFolder } from "./series-folder.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-folders-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function folder(name: string, files: Record<string, string>): Promise<string> {
  const path = join(root, name);
  await mkdir(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text);
  return path;
}

describe("a series folder", () => {
  it("takes its title from its name and its episodes from the natural order of its videos", async () => {
    const path = await folder("The Last Ferry", {
      "10.mp4": "",
      "2.mp4": "",
      "1 - Departure.mov": "",
      "notes.txt": "",
      ".hidden.mp4": "",
    });
    const series = await readSeriesFolder(path);
    expect(series.title).toEqual({ en: "The Last Ferry" });
    expect(series.episodes.map(({ number, title }) => [number, title.en])).toEqual([
      [1, "Departure"],
      [2, undefined],
      [10, undefined],
    ]);
  });

  it("provides captions by language, a poster, and the texts of series.yaml in several languages", async () => {
    const path = await folder("yaml", {
      "01.mp4": "",
      "01.en.vtt": "",
      "01.es.vtt": "",
      "01.xx.vtt": "",
      "11.en.vtt": "",
      "Poster.JPG": "",
      "series.yaml":
        "title: { en: Ferry, fr: Bac }\nfree: 2\ncategories: [Thriller]\ntags: [{ en: Sea, es: Mar }]\nepisodes: { 1: { en: Away } }\n",
    });
    const series = await readSeriesFolder(path);
    expect(series.title).toEqual({ en: "Ferry", fr: "Bac" });
    expect(series.about).toMatchObject({ free: 2, language: "en", completed: false });
    expect(series.about.tags).toEqual([
      { kind: "category", name: { en: "Thriller" } },
      { kind: "tag", name: { en: "Sea", es: "Mar" } },
    ]);
    expect(series.episodes[0]?.title).toEqual({ en: "Away" });
    expect(series.episodes[0]?.captions.map((caption) => caption.language)).toEqual(["en", "es"]);
    expect(series.warnings).toEqual(["11.en.vtt belongs to no video."]);
    expect(series.poster).toMatch(/Poster\.JPG$/);
  });

  it("R104: has 8 free episodes by default", async () => {
    const series = await readSeriesFolder(await folder("plain", { "a.mp4": "" }));
    expect(series.about.free).toBe(8);
  });

  it("may be one of several in a folder", async () => {
    await folder("many/B", { "1.mp4": "" });
    await folder("many/A", { "1.mkv": "" });
    await folder("many/empty", { "readme.md": "" });
    const found = await findSeriesFolders(join(root, "many"));
    expect(found).toEqual(["A", "B"].map((name) => join(root, "many", name)));
  });

  it("stays the same series after a move if series.yaml gives it a key", async () => {
    const yaml = { "1.mp4": "", "series.yaml": "key: last-ferry\n" };
    const here = await readSeriesFolder(await folder("here", yaml));
    const there = await readSeriesFolder(await folder("there", yaml));
    expect(here.sourceKey).toBe(there.sourceKey);
  });

  it("with an error is answered with a sentence that explains it", async () => {
    const file = join(await folder("file", { "1.mp4": "" }), "1.mp4");
    await expect(findSeriesFolders(join(root, "nowhere"))).rejects.toThrow(/There is no folder .*nowhere/);
    await expect(findSeriesFolders(file)).rejects.toThrow(/is a file\. Give the folder/);
    await expect(findSeriesFolders(await folder("bare", {}))).rejects.toThrow(/holds no videos/);
  });

  it.skipIf(process.getuid?.() === 0)("that is not readable is named, with the remedy", async () => {
    const path = await folder("closed", {});
    await chmod(path, 0);
    await expect(findSeriesFolders(path)).rejects.toThrow(/may not be read.*chmod/);
  });
});

describe("the order of series.yaml", () => {
  const files = { "intro.mp4": "", "b.mp4": "", "a - The end.mp4": "", "b.de.srt": "", "b.dy.vtt": "" };
  const read = async (name: string, order: string) =>
    readSeriesFolder(await folder(name, { ...files, "series.yaml": order }));

  it("gives each file its number, as a list or one by one, and names the files it leaves out", async () => {
    const series = await read("list", "language: fr\norder: [intro.mp4, b.mp4]\nepisodes: [Le début]\n");
    expect(series.episodes.map(({ number, path, title }) => [number, basename(path), title])).toEqual([
      [1, "intro.mp4", { fr: "Le début" }],
      [2, "b.mp4", {}],
    ]);
    expect(series.warnings).toEqual([
      "a - The end.mp4 is left out: series.yaml does not name it in its order.",
      "b.dy.vtt is left out: another file holds these captions already.",
    ]);
    const numbered = await read("map", "order: { 7: a - The end.mp4, 2: b.mp4, 1: intro.mp4 }\n");
    expect(numbered.episodes.map(({ number }) => number)).toEqual([1, 2, 7]);
  });

  it("names neither missing files nor one file twice", async () => {
    await expect(read("absent", "order: [gone.mp4]")).rejects.toThrow(
      "order names gone.mp4, which is not in",
    );
    await expect(read("double", "order: [b.mp4, b.mp4]")).rejects.toThrow("order names b.mp4 twice");
  });
});

describe("numbers of episodes", () => {
  it("come from the names if every name has one, so a missing file moves no other", () => {
    expect(numberVideos(["03.mp4", "01.mp4"]).map((video) => video.number)).toEqual([1, 3]);
    expect(numberVideos(["Episode 2.mp4", "Episode 1.mp4"]).map((video) => video.number)).toEqual([1, 2]);
  });

  it("come from the natural order if a name has none, or two names have the same", () => {
    expect(numberVideos(["part9.mp4", "part10.mp4"]).map((video) => `${video.number} ${video.name}`)).toEqual(
      ["1 part9.mp4", "2 part10.mp4"],
    );
    expect(numberVideos(["1.mp4", "1.mov"]).map((video) => video.number)).toEqual([1, 2]);
  });
});
