import { languages } from "@cliffhanger/contract";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { type Answers, load } from "./load.ts";
import { compare, interleave, type Outcome } from "./measure.ts";
import { startOurs } from "./processes.ts";
import { generator, shuffled } from "./shuffle.ts";

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 8;
const TITLES = 3000;

/** Measures search latency for realistic keywords. It has no limit program, because users notice only the time. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue();
  const { mixed, prefixes } = await keywords(catalogue);
  const ours = await startOurs(catalogue.env);
  const ask = (paths: string[], round: number, seconds = SECONDS) =>
    load({
      port: ours.port,
      paths,
      connections: CONNECTIONS,
      seconds,
      from: Math.floor((round * paths.length) / ROUNDS),
    });
  await ask(mixed, 0.5, 1);
  const result = await interleave<"mixed" | "prefixes", keyof Answers & string>(ROUNDS, {
    mixed: (round) => ask(mixed, round),
    prefixes: (round) => ask(prefixes, round),
  });
  const rows = [
    compare({ what: "keywords, p50", unit: "ms", goal: { atMost: 5 }, figure: "p50" }, result.mixed, null),
    compare({ what: "keywords, p99", unit: "ms", goal: { atMost: 20 }, figure: "p99" }, result.mixed, null),
    compare({ what: "keywords", unit: "/s", goal: null, figure: "rate" }, result.mixed, null),
    compare({ what: "as typed, p50", unit: "ms", goal: null, figure: "p50" }, result.prefixes, null),
    compare(
      { what: "as typed, p99", unit: "ms", goal: { atMost: 10 }, figure: "p99" },
      result.prefixes,
      null,
    ),
    compare({ what: "as typed", unit: "/s", goal: null, figure: "rate" }, result.prefixes, null),
  ];
  await ours.stop();
  await catalogue.close();
  const notes = [
    `100,000 series in five languages, ${CONNECTIONS} connections without a pause. Keywords: whole titles, two words, one word, words with a typing error, and the same without accents.`,
    "As typed: what a search box sends character by character, from the second on.",
  ];
  return { rows, missing: [], notes };
}

async function keywords({ database }: Catalogue): Promise<{ mixed: string[]; prefixes: string[] }> {
  const { rows } = await database.pool.query<{ title: Record<string, string> }>(
    "select title from series order by md5(id) limit $1",
    [TITLES],
  );
  const random = generator();
  const mixed: string[] = [];
  const prefixes: string[] = [];
  for (const [at, { title }] of rows.entries()) {
    const language = languages[at % languages.length] ?? "en";
    const text = title[language] ?? title["en"] ?? "";
    const all = text.split(" ");
    const long = all.toSorted((a, b) => b.length - a.length)[0] ?? text;
    const wanted = [text, all.slice(-2).join(" "), long, slip(long, random()), plain(long)];
    mixed.push(...wanted.map((keyword) => path(keyword, language)));
    const typed = [2, 3, 4, 6, 9].map((length) => text.slice(0, length).trimEnd());
    const word = [2, 3, 5].map((length) => long.slice(0, length));
    prefixes.push(...[...typed, ...word].map((keyword) => path(keyword, language)));
  }
  return { mixed: shuffled([...new Set(mixed)]), prefixes: shuffled([...new Set(prefixes)]) };
}

/** Returns a word with a character missing, doubled or swapped with the next. */
function slip(word: string, chance: number): string {
  const at = 1 + Math.floor(chance * Math.max(1, word.length - 2));
  const [head, tail] = [word.slice(0, at), word.slice(at)];
  if (at % 3 === 0) return head + tail.slice(1);
  if (at % 3 === 1) return head + tail.charAt(0) + tail;
  return head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
}

function plain(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function path(keyword: string, language: string): string {
  return `/api/homepage/query?keyword=${encodeURIComponent(keyword)}\t${language}`;
}
