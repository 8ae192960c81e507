import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { cpuMicroseconds } from "./cpu.ts";
import { load } from "./load.ts";
import { compare, interleave, type Outcome, WARM_UP_SECONDS } from "./measure.ts";
import { halfRate, type Latencies, openLoop, P99_ROUNDS, P99_SECONDS } from "./open-loop.ts";
import { type Running, startLimit, startOurs } from "./processes.ts";

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const HEADERS = { "accept-encoding": "gzip, deflate, br", "accept-language": "en" };

interface Figures extends Record<string, number> {
  rate: number;
  /** Microseconds of CPU per request, of the process and of all connections to the database. */
  cpu: number;
}

/** Compares the public documents with a bare server that sends the same bytes. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue();
  const ours = await startOurs(catalogue.env);
  const paths = await publicPaths(catalogue);
  const bare = await startLimit("prebuilt", await prebuilt(ours.port, paths));
  const rows = [];
  for (const path of paths) {
    const ask = async ({ child, port }: Running, seconds: number): Promise<Figures> => {
      const before = await cpuMicroseconds(child.pid ?? 0, catalogue.database.pool);
      const { rate, requests = 1 } = await load({
        port,
        paths: [path],
        connections: CONNECTIONS,
        seconds,
        headers: HEADERS,
      });
      const after = await cpuMicroseconds(child.pid ?? 0, catalogue.database.pool);
      return { rate, cpu: ((after ?? Number.NaN) - (before ?? Number.NaN)) / requests };
    };
    await ask(ours, WARM_UP_SECONDS);
    await ask(bare, WARM_UP_SECONDS);
    const rates = await interleave<"ours" | "bare", keyof Figures & string>(ROUNDS, {
      ours: () => ask(ours, SECONDS),
      bare: () => ask(bare, SECONDS),
    });
    const open = {
      requests: [{ path, headers: HEADERS }],
      rate: halfRate(rates.bare.map(({ rate = 0 }) => rate)),
      seconds: P99_SECONDS,
    };
    const latencies = await interleave<"ours" | "bare", keyof Latencies & string>(P99_ROUNDS, {
      ours: () => openLoop({ ...open, port: ours.port, connections: CONNECTIONS }),
      bare: () => openLoop({ ...open, port: bare.port, connections: CONNECTIONS }),
    });
    const name = path.replace(/=.*/, "=…");
    rows.push(
      compare(
        { what: name, unit: "/s", goal: { ratioAtLeast: 0.6 }, figure: "rate" },
        rates.ours,
        rates.bare,
      ),
      compare(
        { what: `${name}, p99, open loop`, unit: "ms", goal: { ratioAtMost: 2 }, figure: "p99" },
        latencies.ours,
        latencies.bare,
      ),
      compare({ what: `${name}, CPU`, unit: "µs", goal: null, figure: "cpu" }, rates.ours, rates.bare),
    );
  }
  await Promise.all([ours.stop(), bare.stop()]);
  await catalogue.close();
  const notes = [
    `wrk, ${CONNECTIONS} connections, as a browser asks (brotli), ${ROUNDS} rounds of ${SECONDS} s after ${WARM_UP_SECONDS} s of the same load; the limit is node:http sending the same bytes from memory.`,
    `p99: ${P99_ROUNDS} rounds of ${P99_SECONDS} s at half of the limit's rate (open-loop.ts), counted from the moment at which a request was due.`,
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
