import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { languages } from "@cliffhanger/contract";
import { openCatalogue } from "./catalogue.ts";
import { load } from "./load.ts";
import { compare, interleave, type Outcome, type Row } from "./measure.ts";
import { startLimit, startOurs } from "./processes.ts";
import { shuffled } from "./shuffle.ts";

const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 32;
const TAGS = 12;

/** Compares uncached lists with reads of one row by its key through the same pool. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue();
  const { rows: tags } = await catalogue.database.pool.query<{ id: string }>(
    "select tag_id as id from series_tag group by tag_id order by count(*) desc limit $1",
    [TAGS],
  );
  const { rows: some } = await catalogue.database.pool.query<{ id: string }>(
    "select id from series limit 2000",
  );
  const ours = await startOurs(catalogue.env);
  const points = await startLimit("point-reads", {
    databaseUrl: catalogue.env.DATABASE_URL,
    ids: some.map((row) => row.id),
  });
  const kinds = {
    "first page of a tag": firstPages(tags.map((tag) => tag.id)),
    "page 500 of all": farPages(),
  };
  const rows: Row[] = [];
  for (const [what, paths] of Object.entries(kinds)) {
    const ask = (port: number, list: string[], seconds: number, round: number) =>
      load({ port, paths: list, connections: CONNECTIONS, seconds, from: (round + 1) * 3000 });
    await ask(ours.port, paths, 1, ROUNDS);
    const result = await interleave<"ours" | "pool" | "bare", "rate" | "p99">(ROUNDS, {
      ours: (round) => ask(ours.port, paths, SECONDS, round),
      pool: async () => ({ rate: await readPoints(points.child), p99: Number.NaN }),
      bare: () => ask(points.port, ["/"], SECONDS, 0),
    });
    rows.push(
      compare({ what, unit: "/s", goal: { ratioAtLeast: 0.5 }, figure: "rate" }, result.ours, result.pool),
      compare(
        { what: `${what}, the limit behind node:http`, unit: "/s", goal: null, figure: "rate" },
        result.ours,
        result.bare,
      ),
      compare({ what: `${what}, p99`, unit: "ms", goal: null, figure: "p99" }, result.ours, result.bare),
    );
  }
  await Promise.all([ours.stop(), points.stop()]);
  await catalogue.close();
  const notes = [
    `100,000 series, ${CONNECTIONS} connections, parameters that vary so much that no answer comes from the cache.`,
    "The limit reads one row by its primary key through a pool as large as ours.",
  ];
  return { rows, missing: [], notes };
}

async function readPoints(child: ChildProcess): Promise<number> {
  child.send({ seconds: SECONDS, connections: CONNECTIONS });
  const [{ rate }] = (await once(child, "message")) as [{ rate: number }];
  return rate;
}

function firstPages(tags: string[]): string[] {
  return shuffled(
    tags.flatMap((tag) =>
      ["newest", "popular"].flatMap((sort) =>
        range(10, 60).flatMap((size) =>
          spoken(`/api/homepage/query?tag=${tag}&sort=${sort}&pageSize=${size}`),
        ),
      ),
    ),
  );
}

function farPages(): string[] {
  return shuffled(
    ["newest", "popular"].flatMap((sort) =>
      range(450, 550).flatMap((page) =>
        range(15, 25).flatMap((size) =>
          spoken(`/api/homepage/query?sort=${sort}&page=${page}&pageSize=${size}`),
        ),
      ),
    ),
  );
}

function spoken(path: string): string[] {
  return languages.map((language) => `${path}\t${language}`);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
