import { languages } from "@cliffhanger/contract";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { cpuMicroseconds } from "./cpu.ts";
import { load } from "./load.ts";
import { compare, type Goal, interleave, type Outcome, type Row, WARM_UP_SECONDS } from "./measure.ts";
import { startOurs } from "./processes.ts";
import { generator, shuffled } from "./shuffle.ts";

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 8;
const TITLES = 3000;

interface Figures extends Record<string, number> {
  p50: number;
  p99: number;
  rate: number;
  /** Microseconds of CPU per request, of the process and its database connections. */
  cpu: number;
}

/** The catalogues: size, seed, and what a search may take there. */
const catalogues = [
  { name: "catalogue-10k", series: 10_000, kind: "plain", goals: { p50: 5, p99: 20 } },
  { name: "zipf-10k", series: 10_000, kind: "zipf", goals: { p50: 5, p99: 20 } },
  { name: "catalogue", series: 100_000, kind: "plain", goals: { p50: null, p99: 40 } },
  { name: "zipf", series: 100_000, kind: "zipf", goals: { p50: null, p99: 40 } },
] as const;

/** Measures search latency for realistic keywords. It has no limit program, because users notice only the time. */
export async function measure(): Promise<Outcome> {
  const rows: Row[] = [];
  for (const one of catalogues) {
    rows.push(...(await searchIn(one)));
  }
  const notes = [
    `${CONNECTIONS} connections without a pause, five languages. Keywords: whole titles, two words, one word, words with a typing error, and the same without accents.`,
    "As typed: what a search box sends character by character, from the second on.",
  ];
  return { rows, missing: [], notes };
}

async function searchIn({ name, series, kind, goals }: (typeof catalogues)[number]): Promise<Row[]> {
  const catalogue = await openCatalogue(name, series, kind);
  const { mixed, prefixes } = await keywords(catalogue);
  const ours = await startOurs(catalogue.env);
  const { pool } = catalogue.database;
  const ask = async (paths: string[], round: number, seconds = SECONDS): Promise<Figures> => {
    const before = await cpuMicroseconds(ours.child.pid ?? 0, pool);
    const from = Math.floor((round * paths.length) / ROUNDS);
    const {
      p50,
      p99,
      rate,
      requests = 1,
    } = await load({
      port: ours.port,
      paths,
      connections: CONNECTIONS,
      seconds,
      from,
    });
    const after = await cpuMicroseconds(ours.child.pid ?? 0, pool);
    return { p50, p99, rate, cpu: ((after ?? Number.NaN) - (before ?? Number.NaN)) / requests };
  };
  await ask(mixed, 0.5, WARM_UP_SECONDS);
  const result = await interleave<"mixed" | "prefixes", keyof Figures & string>(ROUNDS, {
    mixed: (round) => ask(mixed, round),
    prefixes: (round) => ask(prefixes, round),
  });
  await ours.stop();
  await catalogue.close();
  const where = `${series.toLocaleString("en")}, ${kind}`;
  return (["mixed", "prefixes"] as const).flatMap((of) => {
    const what = `${of === "mixed" ? "keywords" : "as typed"}, ${where}`;
    const goal = (ms: number | null): Goal | null => (ms === null ? null : { atMost: ms });
    const all = result[of];
    return [
      compare({ what: `${what}, p50`, unit: "ms", goal: goal(goals.p50), figure: "p50" }, all, null),
      compare({ what: `${what}, p99`, unit: "ms", goal: goal(goals.p99), figure: "p99" }, all, null),
      compare({ what, unit: "/s", goal: null, figure: "rate" }, all, null),
      compare({ what: `${what}, CPU`, unit: "µs", goal: null, figure: "cpu" }, all, null),
    ];
  });
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
