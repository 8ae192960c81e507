import { freePort } from "../server/test/free-port.ts";
import { openCatalogue } from "./catalogue.ts";
import { cpuMicroseconds } from "./cpu.ts";
import { coveringDraws, type DrawRange, drawLists, pathOfDraw } from "./draws.ts";
import { load } from "./load.ts";
import { compare, type Goal, interleave, median, type Outcome, type Row } from "./measure.ts";
import { type Running, startLimit, startOurs } from "./processes.ts";

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 32;
const TAGS = 30;
/** More requests than a program answers in all rounds. */
const DRAWS = 100_000;
/** A round with a larger share of whole answers from memory would measure that memory. */
const LARGEST_CACHED_SHARE = 0.05;
/** Room for the cards of all pages that are drawn, in five languages; the default holds about an eighth of them. */
const CARD_CACHE_MB = "512";

const warm: Goal = { ratioAtLeast: 0.6 };
const cold: Goal = { ratioAtLeast: 0.35 };

interface Figures extends Record<string, number> {
  rate: number;
  p99: number;
  /** Microseconds of CPU per request, of the process and its database connections. */
  cpu: number;
  /** Share of answers that came whole from memory. */
  cached: number;
  /** Share of cards that came from memory. */
  cards: number;
}

/** Lists drawn anew for each request, against one statement over ready-made cards behind node:http. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue();
  const { pool } = catalogue.database;
  const { rows: tags } = await pool.query<{ id: string }>(
    "select tag_id as id from series_tag group by tag_id order by count(*) desc limit $1",
    [TAGS],
  );
  const ports = { ours: await freePort(), usual: await freePort(), cold: await freePort() };
  const env = (program: keyof typeof ports) => ({ ...catalogue.env, METRICS_PORT: String(ports[program]) });
  const ours = await startOurs({ ...env("ours"), CARD_CACHE_MB });
  const usual = await startOurs(env("usual"));
  const uncached = await startOurs({ ...env("cold"), CARD_CACHE_MB: "0" });
  const limit = await startLimit("ready-cards", { databaseUrl: catalogue.env.DATABASE_URL });
  const ranges: Record<string, DrawRange> = {
    "pages 1 to 40 of a tag": { tags: tags.map(({ id }) => id), pages: [1, 40] },
    "pages 450 to 549 of all": { tags: [], pages: [450, 549] },
  };
  const rows: Row[] = [];
  const shares: number[] = [];
  const cardShares: string[] = [];
  for (const [what, range] of Object.entries(ranges)) {
    const ask = async (running: Running, metricsPort: number | null, round: number): Promise<Figures> => {
      const paths = drawLists(DRAWS / ROUNDS, range, 1 + round).map(pathOfDraw);
      const before = await read(running, metricsPort);
      const answers = await load({ port: running.port, paths, connections: CONNECTIONS, seconds: SECONDS });
      const after = await read(running, metricsPort);
      const { rate, p99, requests = 1 } = answers;
      const cpu = (after.cpu - before.cpu) / requests;
      const hits = after.cardHits - before.cardHits;
      const cards = hits / (hits + after.cardMisses - before.cardMisses);
      return { rate, p99, cpu, cached: (after.hits - before.hits) / requests, cards };
    };
    const read = async ({ child }: Running, metricsPort: number | null) => ({
      cpu: (await cpuMicroseconds(child.pid ?? 0, pool)) ?? Number.NaN,
      ...(metricsPort === null ? { hits: 0, cardHits: 0, cardMisses: 0 } : await readCounts(metricsPort)),
    });
    await fill(ours.port, range);
    for (const [program, port] of [
      [ours, ports.ours],
      [usual, ports.usual],
      [limit, null],
    ] as const)
      await ask(program, port, ROUNDS);
    const result = await interleave<"ours" | "usual" | "cold" | "limit", keyof Figures & string>(ROUNDS, {
      ours: (round) => ask(ours, ports.ours, round),
      usual: (round) => ask(usual, ports.usual, round),
      cold: (round) => ask(uncached, ports.cold, round),
      limit: (round) => ask(limit, null, round),
    });
    const { ours: filled, usual: part, cold: none } = result;
    shares.push(...[...filled, ...part, ...none].map(({ cached = 0 }) => cached));
    cardShares.push(
      `${what}: ${percent(filled.map(({ cards = 0 }) => cards))} and ${percent(part.map(({ cards = 0 }) => cards))}`,
    );
    rows.push(
      compare({ what, unit: "/s", goal: warm, figure: "rate" }, result.ours, result.limit),
      compare(
        { what: `${what}, the default card cache`, unit: "/s", goal: null, figure: "rate" },
        result.usual,
        result.limit,
      ),
      compare(
        { what: `${what}, no card in the cache`, unit: "/s", goal: cold, figure: "rate" },
        result.cold,
        result.limit,
      ),
      compare(
        { what: `${what}, p99`, unit: "ms", goal: { ratioAtMost: 2 }, figure: "p99" },
        result.ours,
        result.limit,
      ),
      compare({ what: `${what}, CPU`, unit: "µs", goal: null, figure: "cpu" }, result.ours, result.limit),
    );
  }
  await Promise.all([ours.stop(), usual.stop(), uncached.stop(), limit.stop()]);
  await catalogue.close();
  const largest = Math.max(...shares);
  return {
    rows,
    missing:
      largest > LARGEST_CACHED_SHARE
        ? [
            `lists: ${(largest * 100).toFixed(1)} % of a round's answers came whole from memory, so it does not count.`,
          ]
        : [],
    notes: [
      `100,000 series, ${CONNECTIONS} connections; tag, order, page, size and language are drawn anew for each request.`,
      `Answers that came whole from memory: ${(median(shares) * 100).toFixed(1)} %, at most ${(largest * 100).toFixed(1)} %.`,
      `Cards from memory with CARD_CACHE_MB=${CARD_CACHE_MB}, filled before, and with the default of 16: ${cardShares.join("; ")}.`,
      "The limit is one prepared statement that joins ready-made cards, brotli 1 and node:http (limits/ready-cards.ts).",
    ],
  };
}

/** Asks for every card that a draw can reach, so that the card cache has it. */
async function fill(port: number, range: DrawRange): Promise<void> {
  const waiting = coveringDraws(range).map(pathOfDraw);
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [path, language = "en"] = next.split("\t");
      const headers = { "accept-language": language };
      await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

const percent = (shares: readonly number[]) => `${(median(shares) * 100).toFixed(0)} %`;

/** Reads how many answers, and how many cards, came from memory, and how many cards did not. */
async function readCounts(metricsPort: number) {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const count = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    );
  return {
    hits: count('response_cache_hits_total{cache="documents"}'),
    cardHits: count("card_cache_hits_total"),
    cardMisses: count("card_cache_misses_total"),
  };
}
