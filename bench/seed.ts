// node bench/seed.ts COUNT: adds COUNT generated series to the database of DATABASE_URL or DATA_DIR. They are for measurements only
// and have no playable episodes.

import { join } from "node:path";
import { type Language, languages } from "@cliffhanger/contract";
import { migrations } from "../server/migrations/index.ts";
import { keepPopularDocuments, prepareBacklog, refreshSearch } from "../server/src/catalogue/index.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { readConfig } from "../server/src/platform/config.ts";
import { type Database, openDatabase } from "../server/src/platform/db/database.ts";
import { notify } from "../server/src/platform/db/listen.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { newId } from "../server/src/platform/ids.ts";
import { openLog } from "../server/src/platform/log.ts";
import { unaudited } from "../server/test/unaudited.ts";
import { nameParts, tagNames, words } from "./seed-words.ts";
import { zipfTexts } from "./seed-zipf.ts";

const BATCH = 1000;
const DAY_MS = 86_400_000;

/** Which words the texts have: few in many titles, or a vocabulary of real size (`seed-zipf.ts`). */
export type SeedKind = "plain" | "zipf";

/** Adds series; the same `count` always adds the same texts. */
export async function seed(database: Database, count: number, kind: SeedKind = "plain"): Promise<void> {
  const random = generator(count);
  const tagIds = tagNames.map((name) => name.toLowerCase());
  // Before there are series: a worker that starts first afterwards would write the documents of all of them again.
  await prepareBacklog(database.db);
  await unaudited(database.pool).query(
    `insert into tag (id, kind, name, position) select id, case when at <= 10 then 'category' else 'tag' end,
      jsonb_build_object('en', name), at from unnest($1::text[], $2::text[]) with ordinality as t (id, name, at)
     on conflict do nothing`,
    [tagIds, tagNames],
  );
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    const rows = Array.from({ length: size }, () => makeSeries(random, kind));
    await unaudited(database.pool).query(
      `insert into series (id, source_key, title, synopsis, free_episode_count, poster, cover, episode_count, play_count,
         published_at, created_at, updated_at)
       select id, id, title, synopsis, 8, poster, poster, 60, plays, published, published, published
       from jsonb_to_recordset($1) as r (id text, title jsonb, synopsis jsonb, poster jsonb, plays bigint,
         published timestamptz)`,
      [JSON.stringify(rows)],
    );
    await database.pool.query(
      `insert into series_plays select id, plays from jsonb_to_recordset($1) as r (id text, plays bigint)`,
      [JSON.stringify(rows)],
    );
    await unaudited(database.pool).query(
      `insert into series_tag (series_id, tag_id, position)
       select r.id, tag.id, tag.at - 1 from jsonb_to_recordset($1) as r (id text, tags jsonb),
         jsonb_array_elements_text(r.tags) with ordinality as tag (id, at)`,
      [JSON.stringify(rows)],
    );
    await refreshSearch(
      database.db,
      rows.map((row) => row.id),
    );
    // As a worker does every minute: until then each document is copied among the most played ones.
    await keepPopularDocuments(database.db);
  }
  await database.pool.query("vacuum analyze");
  await notify(database.db, "catalogue_changed", "");
}

type Random = () => number;

function makeSeries(random: Random, kind: SeedKind) {
  const at = new Date(systemClock.now().getTime() - Math.floor(random() * 700 * DAY_MS));
  const choices = Array.from({ length: 8 }, random);
  const name = [nameParts.first, nameParts.middle, nameParts.last]
    .map((parts) => pick(parts, random()))
    .join("");
  const texts = (kind: "titles" | "sentences") =>
    Object.fromEntries(languages.map((language) => [language, compose(language, kind, choices, name)]));
  const zipf =
    kind === "zipf" ? languages.map((language) => [language, zipfTexts(language, random)] as const) : null;
  const colour = `#${Math.floor(random() * 0xffffff)
    .toString(16)
    .padStart(6, "0")}`;
  const url = `/media/images/${newId(at).slice(0, 20)}`;
  return {
    id: newId(at),
    title: zipf ? Object.fromEntries(zipf.map(([name, { title }]) => [name, title])) : texts("titles"),
    synopsis: zipf
      ? Object.fromEntries(zipf.map(([name, { synopsis }]) => [name, synopsis]))
      : texts("sentences"),
    plays: Math.floor(10 ** (random() * 6)),
    published: at,
    poster: {
      url: `${url}-720.webp`,
      width: 720,
      height: 1080,
      placeholder: colour,
      srcset: [240, 360, 720].map((width) => ({ url: `${url}-${width}.webp`, width })),
    },
    tags: [...new Set([random(), random() ** 2, random() ** 2].map((x) => pick(tagNames, x).toLowerCase()))],
  };
}

function compose(language: Language, kind: "titles" | "sentences", choices: number[], name: string): string {
  const own = words[language];
  const [pattern = 0, noun = 0, other = 0, adjective = 0] = choices;
  const text = pick(own[kind], pattern)
    .replace("$n", pick(own.nouns, noun))
    .replace("$m", pick(own.nouns, other))
    .replace("$a", pick(own.adjectives, adjective))
    .replace("$p", name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pick(from: readonly string[], at: number): string {
  return from[Math.floor(at * from.length)] ?? "";
}

/** Returns a Mulberry32 generator, which is small, fast and deterministic. */
function generator(start: number): Random {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

if (import.meta.main) {
  const count = Number(process.argv[2] ?? "100000");
  const config = readConfig(process.env, join(import.meta.dirname, ".."));
  const log = openLog({ level: "warn", pretty: true });
  const database = await openDatabase({
    ...config,
    mode: "attach-or-own",
    holder: "node bench/seed.ts",
    log,
    statementTimeoutMs: 0,
  });
  await migrate(database, migrations, log);
  const begun = performance.now();
  await seed(database, count);
  console.log(`${count} series in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  await database.close();
}
