import { once } from "node:events";
import { type ConsoleSeriesQuery, calls } from "@cliffhanger/contract";
import { countSeries } from "../../server/src/catalogue/index.ts";
import { listSeriesWhole } from "../../server/src/console/series/list.ts";
import { type Sent, sentStatements } from "../../server/test/sent-statements.ts";
import type { Catalogue } from "../catalogue.ts";
import { compare, interleave, type Row, share } from "../measure.ts";
import { type Running, startLimit } from "../processes.ts";
import { CONNECTIONS, timesOf } from "./request.ts";

const ROUNDS = 3;
const SECONDS = 2;
const ASKED = 60;
/** As the server opens its pool. */
const POOL = 7;

/** Compares lists of series with their bare statements. */
export async function againstBare(
  catalogue: Catalogue,
  { ours, cookie }: { ours: Running; cookie: string },
  { words, cursors }: { words: readonly string[]; cursors: readonly string[] },
): Promise<Row[]> {
  const of = (list: readonly string[], no: number) => encodeURIComponent(list[no % list.length] ?? "");
  const lists: Record<string, (no: number) => string> = {
    "the list of series beside its statements": (no) =>
      `sort=${of(["changed", "title", "plays", "created"], no)}`,
    "a later page beside its statements": (no) => `sort=title&after=${of(cursors, no)}`,
    "the list searched beside its statements": (no) => `search=${of(words, no)}`,
  };
  const rows: Row[] = [];
  for (const [what, queryOf] of Object.entries(lists)) {
    const limit = await startLimit("console-lists", {
      databaseUrl: catalogue.env.DATABASE_URL,
      size: POOL,
      lists: await statementsOf(catalogue, queryOf),
    });
    try {
      const p95 = (times: readonly number[]) => ({ p95: share(times, 0.95) });
      const measured = await interleave(ROUNDS, {
        ours: async () => p95(await timesOf(ours, cookie, (no) => `series?${queryOf(no)}`, SECONDS)),
        bare: async () => {
          limit.child.send({ seconds: SECONDS, connections: CONNECTIONS });
          const [{ times }] = (await once(limit.child, "message")) as [{ times: number[] }];
          return p95(times);
        },
      });
      const row = { what: `${what}, p95`, unit: "ms", goal: { ratioAtMost: 2.5 }, figure: "p95" as const };
      rows.push(compare(row, measured.ours, measured.bare));
    } finally {
      await limit.stop();
    }
  }
  return rows;
}

/** Records the statements of each request, as the server sends them. */
async function statementsOf(
  { database: { db, pool } }: Catalogue,
  queryOf: (no: number) => string,
): Promise<Sent[][]> {
  const schema = calls["GET /api/console/series"].query;
  const lists: Sent[][] = [];
  for (let no = 0; no < ASKED; no++) {
    const query: ConsoleSeriesQuery = schema.parse(Object.fromEntries(new URLSearchParams(queryOf(no))));
    lists.push(
      await sentStatements([pool], async () => {
        await listSeriesWhole(db, query, { role: "owner", now: new Date(), language: "en" });
        await countSeries(db);
      }),
    );
  }
  return lists;
}
