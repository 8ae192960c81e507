import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const demo = join(import.meta.dirname, "../demo/catalogue/contract-with-the-lighthouse-kee");

const importCommand = join(import.meta.dirname, "../server/src/media/bundle-command.ts");

/** A name in five languages. */
type Texts = Record<string, string>;

/** Every sixth of the series is in the category "Storms", too. */
const stormsEvery = 6;

/** Series that share an asset. Each import publishes all episodes of its asset, so one asset for all takes quadratic time. */
const seriesPerAsset = 10;

/** Returns how many of `count` imported series are in the category "Storms". */
export function stormsAmong(count: number): number {
  return Math.floor(count / stormsEvery);
}

/** The tag of the first imported series only. */
export const rareTag = "Rare find";

/** Imports series into a running app as an operator does: bundles, by the command. */
export async function importSeries(dataDir: string, count: number): Promise<void> {
  const folder = join(dataDir, "bundles");
  await writeBundles(folder, count);
  await takeIn(dataDir, folder);
}

/** Imports a series with `episodeCount` free episodes, titled "The Long Way", into a running app. */
export async function importLongSeries(dataDir: string, episodeCount: number): Promise<void> {
  await importOneSeries(dataDir, { title: "The Long Way", episodeCount, freeEpisodeCount: episodeCount });
}

/** A series that a test needs in addition to the demo catalogue. */
interface OwnSeries {
  title: string;
  episodeCount: number;
  freeEpisodeCount: number;
}

/**
 * Imports a series made of the first demo series' episodes into a running app. The app has their media files and pictures from
 * the demo, so the bundle contains only captions, which belong to an episode.
 */
export async function importOneSeries(
  dataDir: string,
  { title, episodeCount, freeEpisodeCount }: OwnSeries,
): Promise<void> {
  const key = title.toLowerCase().replaceAll(" ", "-");
  const folder = join(dataDir, `${key}-bundle`);
  const bundle = JSON.parse(await readFile(join(demo, "bundle.json"), "utf8"));
  const episodes = [];
  for (let number = 1; number <= episodeCount; number += 1) {
    const model = bundle.episodes[(number - 1) % bundle.episodes.length];
    const own = `episode-${number}`;
    const isCaption = (name: string) => name.startsWith("captions-");
    await copyFolder(join(demo, model.folder), join(folder, own), isCaption);
    const files = Object.fromEntries(Object.entries(model.files).filter(([name]) => isCaption(name)));
    episodes.push({ ...model, number, folder: own, title: everywhere(`Part ${number}`), files });
  }
  const whole = { ...bundle, key, title: everywhere(title), freeEpisodeCount, images: {}, episodes };
  await writeFile(join(folder, "bundle.json"), JSON.stringify(whole));
  await takeIn(dataDir, folder);
}

async function takeIn(dataDir: string, folder: string): Promise<void> {
  const command = spawn(process.execPath, [importCommand, "import", folder], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(command, "exit");
  if (code !== 0) throw new Error("The bundles were not taken in; see what the command said above.");
}

/**
 * Writes `count` bundles of the demo series' first episode into a folder, titled "Harbour 1" and so on. All are in the category
 * "Harbours", every sixth also in "Storms". The app has the pictures already, and the first bundle of an asset has its files.
 */
async function writeBundles(folder: string, count: number): Promise<void> {
  const bundle = JSON.parse(await readFile(join(demo, "bundle.json"), "utf8"));
  const [episode] = bundle.episodes;
  for (let number = 1; number <= count; number += 1) {
    const target = join(folder, `harbour-${number}`);
    const isFirst = number % seriesPerAsset === 1;
    await copyFolder(join(demo, episode.folder), join(target, episode.folder), () => isFirst);
    const sourceHash = createHash("sha256")
      .update(`${Math.ceil(number / seriesPerAsset)}`)
      .digest("hex");
    const tags = [
      { kind: "category", name: everywhere("Harbours") },
      ...(number % stormsEvery === 0 ? [{ kind: "category", name: everywhere("Storms") }] : []),
      ...(number === 1 ? [{ kind: "tag", name: everywhere(rareTag) }] : []),
    ];
    const own = {
      ...bundle,
      key: `harbour-${number}`,
      title: everywhere(`Harbour ${number}`),
      freeEpisodeCount: 1,
      tags,
      images: {},
      episodes: [{ ...episode, sourceHash, captions: [], files: isFirst ? episode.files : {} }],
    };
    await writeFile(join(target, "bundle.json"), JSON.stringify(own));
  }
}

function everywhere(text: string): Texts {
  return Object.fromEntries(["en", "es", "fr", "de", "pt"].map((language) => [language, text]));
}

async function copyFolder(from: string, to: string, takes: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of (await readdir(from)).filter(takes)) await copyFile(join(from, name), join(to, name));
}
