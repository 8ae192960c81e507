import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, startEngine } from "../engine.ts";
import { startOutside } from "./outside.ts";
import { type AppProcess, startProcess } from "./process.ts";

/** How many ports in a row the stack takes. */
export const STACK_PORTS = 60;
/** Where each part's first port is, from the stack's first one. */
const PLACES = { edge: 0, nodeA: 2, nodeB: 3, metrics: 4, pgbouncer: 8, patroni: 12, s3: 24, outside: 44 };
/** How long after its end a process of the app is started again. */
const RESTART_MS = 10_000;
/** Servers of PostgreSQL. */
const MEMBERS = "3";

const settings = {
  DEMO: "off",
  BACKUP_ELSEWHERE: "1",
  TRUST_PROXY: "127.0.0.1",
  MEDIA_STORE: "s3",
  MEDIA_EDGE: "checked",
  GRANT_KEYS: `stack:${"grant".padEnd(40, "0")}`,
  ORIGIN_SECRET: "origin".padEnd(40, "0"),
};

/** What runs on one machine as it would on many. */
export interface Stack {
  /** The address of the site, which is that of the edge. */
  origin: string;
  /** The mailbox that every mail lands in. */
  mailbox: string;
  /** The gateways' pages. */
  gateways: { stripe: string; paypal: string };
  /** Two web servers and a worker, each with a DATA_DIR of its own. */
  nodes: readonly [AppProcess, AppProcess];
  worker: AppProcess;
  engines: Record<"patroni" | "s3" | "pgbouncer" | "edge", Engine>;
  /** The settings that the app's processes share, for commands of the operator. */
  env: Record<string, string>;
  /** The folder of the processes' data and logs. */
  folder: string;
  stop(): Promise<void>;
}

/** How {@link startStack} starts it. */
export interface StackOptions {
  /** The first of its ports. */
  port: number;
  /** The host of the site's address, which leads to this machine; `localhost` by default. */
  host?: string;
  /** Further settings of the app's processes. */
  env?: Record<string, string>;
  restartMs?: number;
  /** Is told of each step and each restart. */
  say(line: string): void;
}

/**
 * Starts a whole installation of many machines on this one: nginx as the edge, two web servers, a worker, PgBouncer, three PostgreSQL
 * under Patroni with etcd and HAProxy, a Ceph gateway as the bucket, and the simulators of what is outside. Returns what to install if
 * packages are missing.
 */
export async function startStack(options: StackOptions): Promise<Stack | { missing: string }> {
  const { port, host = "localhost", say } = options;
  const folder = mkdtempSync(join(tmpdir(), "cliffhanger-stack-"));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const engines = await startEngines(options, ends);
    if ("missing" in engines) {
      await stop();
      return engines;
    }
    const origin = `http://${host}:${port + PLACES.edge}`;
    const outside = await startOutside({ port: port + PLACES.outside, folder, origin });
    ends.push(() => outside.stop());
    const env = {
      ...settings,
      PUBLIC_ORIGIN: origin,
      DATABASE_URL: engines.pgbouncer.settings["DATABASE_URL"] ?? "",
      DIRECT_DATABASE_URL: engines.patroni.settings["DATABASE_URL"] ?? "",
      READ_DATABASE_URL: engines.patroni.settings["READ_DATABASE_URL"] ?? "",
      ...engines.s3.settings,
      ...outside.env,
      ...options.env,
    };
    const [a, b, worker] = await startApp({ ...options, env }, folder, ends);
    return {
      origin,
      mailbox: outside.mailbox,
      gateways: outside.gateways,
      nodes: [a, b],
      worker,
      engines,
      env,
      folder,
      stop: async () => {
        say("Stopping ...");
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The process that imports the demo and ends. */
const FILLER = "demo";

/** Starts what the app needs, and the edge before it; `ends` receives how each is ended. */
async function startEngines(
  { port, say }: StackOptions,
  ends: (() => unknown)[],
): Promise<Stack["engines"] | { missing: string }> {
  const start = async (name: keyof Stack["engines"], env: Record<string, string>) => {
    say(`Starting ${name} ...`);
    // Lets a signal in between two engines: each start blocks.
    await new Promise((resolve) => setImmediate(resolve));
    const engine = startEngine(name, { PORT: String(port + PLACES[name]), ...env });
    if (!("missing" in engine)) ends.push(() => engine.down());
    return engine;
  };
  const nodes = [PLACES.nodeA, PLACES.nodeB].map((place) => `127.0.0.1:${port + place}`);
  const { GRANT_KEYS, ORIGIN_SECRET } = settings;
  const edge = await start("edge", { GRANT_KEYS, ORIGIN_SECRET, APPS: nodes.join(",") });
  if ("missing" in edge) return edge;
  const patroni = await start("patroni", { SYNC: "true", MEMBERS });
  if ("missing" in patroni) return patroni;
  const pgbouncer = await start("pgbouncer", { DATABASE_URL: patroni.settings["DATABASE_URL"] ?? "" });
  if ("missing" in pgbouncer) return pgbouncer;
  const s3 = await start("s3", {});
  if ("missing" in s3) return s3;
  return { patroni, s3, pgbouncer, edge };
}

/** Fills the database and the bucket with the demo's catalogue and members, then starts the web servers and the worker. */
async function startApp(
  { port, say, env = {}, restartMs = RESTART_MS }: StackOptions,
  folder: string,
  ends: (() => unknown)[],
): Promise<[AppProcess, AppProcess, AppProcess]> {
  const running: AppProcess[] = [];
  ends.push(() => Promise.all(running.map((each) => each.stop())));
  const start = async (name: string, role: "web" | "worker", at: number, more: Record<string, string>) => {
    say(`Starting ${name} ...`);
    mkdirSync(join(folder, name));
    const started = await startProcess({
      name,
      role,
      folder,
      env: { ...env, ...more },
      metricsPort: port + PLACES.metrics + at,
      restartMs,
      say,
    });
    running.push(started);
    return started;
  };
  // The demo's own simulators would differ from node to node, so only this process is a demo.
  const fill = await start(FILLER, "web", 0, {
    DEMO: "on",
    PORT: String(port + PLACES.nodeA),
    SANDBOX_PORT: "0",
  });
  await fill.stop();
  return [
    await start("node-a", "web", 0, { PORT: String(port + PLACES.nodeA) }),
    await start("node-b", "web", 1, { PORT: String(port + PLACES.nodeB) }),
    await start("worker", "worker", 2, {}),
  ];
}

/** Returns the demo's members with their passwords. */
export function membersOf({ folder }: Stack): { email: string; password: string }[] {
  const file = join(folder, FILLER, "demo-accounts.json");
  return JSON.parse(readFileSync(file, "utf8")) as { email: string; password: string }[];
}

/** Returns the path of the first sign-in to the console; undefined once it has been used. */
export function ownerPath({ folder }: Stack): string | undefined {
  return /Console\s+http:\/\/localhost:\d+(\S+)/.exec(
    readFileSync(join(folder, `${FILLER}.log`), "utf8"),
  )?.[1];
}
