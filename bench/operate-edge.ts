import { join } from "node:path";
import { startEngine } from "../tools/engine.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Answers, load } from "./load.ts";
import { compare, interleave, type Outcome } from "./measure.ts";
import { startOurs } from "./processes.ts";
import { grantKeys, makeSegments } from "./watching.ts";

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 32;
const SEGMENT_BYTES = 160_000;
const ASSET = "benchedge";
const SECRET = "a-secret-of-the-benchmarks-of-32-characters";

/** Compares kept segments, each request with its grant, with the same nginx sending the files without a check. */
export async function measureEdge({ env }: Catalogue): Promise<Pick<Outcome, "rows" | "missing">> {
  const granted = (await makeSegments(env.DATA_DIR, ASSET, SEGMENT_BYTES)).slice(0, 1);
  const edge = { GRANT_KEYS: grantKeys, ORIGIN_SECRET: SECRET };
  const ours = await startOurs({ ...env, ...edge, MEDIA_EDGE: "checked", TRUST_PROXY: "127.0.0.1" });
  const engine = startEngine("edge", {
    ...edge,
    APPS: `127.0.0.1:${ours.port}`,
    STATIC: join(env.DATA_DIR, "media/assets"),
    WORKERS: "1",
  });
  if ("missing" in engine) {
    await ours.stop();
    return { rows: [], missing: [`operate: ${engine.missing}`] };
  }
  const port = Number(new URL(engine.settings["EDGE_URL"] ?? "").port);
  const plain = granted.map((path) => `/static/${path.split("/").slice(4).join("/")}`);
  const ask = (paths: string[], seconds = SECONDS) =>
    load({ port, paths, connections: CONNECTIONS, seconds });
  for (const paths of [granted, plain]) await ask(paths, 1);
  const result = await interleave<"edge" | "plain", keyof Answers & string>(ROUNDS, {
    edge: () => ask(granted),
    plain: () => ask(plain),
  });
  engine.down();
  await ours.stop();
  const row = {
    what: "a kept segment of 160 kB from the edge of deploy/edge",
    unit: "requests/s",
    figure: "rate" as const,
    goal: { ratioAtLeast: 0.3 },
  };
  return { rows: [compare(row, result.edge, result.plain)], missing: [] };
}
