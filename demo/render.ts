import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { renderFilm, renderSheet, renderStill } from "./engine/encode.ts";
import { captions, describe } from "./engine/papers.ts";
import { type Composer, composeWav } from "./engine/score.ts";
import { openStage, type Stage } from "./engine/stage.ts";
import { LANGUAGES, lengthOf, type Series } from "./engine/story.ts";

/**
 * Makes the demo films: `node demo/render.ts [--series slug] [--only 03] [--contact-sheet] [--at 1,2.5] [--stills]`.
 * Masters, captions, pictures and series.yaml go to demo/work/<series folder>, ready for the ingest.
 */

const SERIES = (await readdir(join(import.meta.dirname, "series"))).toSorted();
const WORK = resolve(import.meta.dirname, "work");

const { values: options } = parseArgs({
  options: {
    series: { type: "string" },
    only: { type: "string" },
    "contact-sheet": { type: "boolean", default: false },
    at: { type: "string" },
    stills: { type: "boolean", default: false },
  },
});

const stage = await openStage();
try {
  for (const slug of SERIES.filter((name) => !options.series || name === options.series))
    await renderSeries(stage, slug);
} finally {
  await stage.close();
}

async function renderSeries(to: Stage, slug: string): Promise<void> {
  const art = `series/${slug}/art.ts`;
  const { series } = (await import(`./series/${slug}/story.ts`)) as { series: Series };
  const { compose } = (await import(`./series/${slug}/score.ts`)) as { compose: Composer };
  const folder = join(WORK, series.folder);
  await mkdir(folder, { recursive: true });
  if (!options["contact-sheet"] && !options.only) {
    await writeFile(join(folder, "series.yaml"), describe(series));
    for (const kind of ["poster", "cover"] as const)
      await renderStill(to, art, kind, join(folder, `${kind}.png`));
    console.log(`${series.folder}: series.yaml, poster.png, cover.png`);
  }
  if (options.stills) return;
  for (const [i, episode] of series.episodes.entries()) {
    const number = String(i + 1).padStart(2, "0");
    if (options.only && Number(options.only) !== i + 1) continue;
    const job = { art, episode: i + 1 };
    if (options["contact-sheet"]) {
      const times = options.at?.split(",").map(Number) ?? null;
      await renderSheet(to, job, join(WORK, `${slug}-${number}.png`), times, times ? 720 : 240);
      continue;
    }
    const wav = join(WORK, `${slug}-${number}.wav`);
    const sound = await composeWav(wav, lengthOf(episode), (mix) => compose(mix, i + 1, episode));
    for (const language of LANGUAGES)
      await writeFile(join(folder, `${number}.${language}.vtt`), captions(episode, language));
    const film = await renderFilm(to, job, wav, join(folder, `${number}.mp4`));
    await rm(wav);
    console.log(
      `${number} ${episode.title.en}: ${film.frames} frames in ${film.seconds.toFixed(0)} s (${(film.frames / film.seconds).toFixed(1)} a second), ` +
        `sound ${sound.loudness.toFixed(1)} LUFS, peak ${sound.peak.toFixed(1)} dBFS`,
    );
  }
}
