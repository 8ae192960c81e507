import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { type Answers, load } from "./load.ts";
import { compare, interleave, type Outcome } from "./measure.ts";
import { startLimit, startOurs } from "./processes.ts";

const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 32;
const HEADERS = { "accept-encoding": "gzip, deflate, br", "accept-language": "en" };

/** Compares the public documents with a bare server that sends the same bytes. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue();
  const ours = await startOurs(catalogue.env);
  const paths = await publicPaths(catalogue);
  const bare = await startLimit("prebuilt", await prebuilt(ours.port, paths));
  const rows = [];
  for (const path of paths) {
    const ask = (port: number, seconds: number) =>
      load({ port, paths: [path], connections: CONNECTIONS, seconds, headers: HEADERS });
    await ask(ours.port, 1);
    await ask(bare.port, 1);
    const result = await interleave<"ours" | "bare", keyof Answers & string>(ROUNDS, {
      ours: () => ask(ours.port, SECONDS),
      bare: () => ask(bare.port, SECONDS),
    });
    const name = path.replace(/=.*/, "=…");
    rows.push(
      compare(
        { what: name, unit: "/s", goal: { ratioAtLeast: 0.6 }, figure: "rate" },
        result.ours,
        result.bare,
      ),
      compare(
        { what: `${name}, p99`, unit: "ms", goal: { ratioAtMost: 2 }, figure: "p99" },
        result.ours,
        result.bare,
      ),
    );
  }
  await Promise.all([ours.stop(), bare.stop()]);
  await catalogue.close();
  const notes = [
    `wrk, ${CONNECTIONS} connections, as a browser asks (brotli); the limit is node:http sending the same bytes from memory.`,
  ];
  return { rows, missing: [], notes };
}

async function publicPaths({ database }: Catalogue): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select series_id as id from episode where asset_id is not null limit 1",
  );
  const id = rows[0]?.id ?? "";
  return [
    "/api/homepage",
    "/api/homepage/query",
    "/api/tag",
    `/api/video?id=${id}`,
    `/api/video/episode?seriesId=${id}`,
  ];
}

async function prebuilt(port: number, paths: string[]) {
  const entries = paths.map(async (path) => {
    // Not fetch(), which would decompress the body.
    const [answer] = (await once(get({ port, path, headers: HEADERS }), "response")) as [IncomingMessage];
    const body = await buffer(answer);
    if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}.`);
    const { "content-type": type = "", "content-encoding": encoding } = answer.headers;
    const headers = { "content-type": type, ...(encoding ? { "content-encoding": encoding } : {}) };
    return [path, { headers, body: body.toString("base64") }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
