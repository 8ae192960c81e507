// Pauses the replay of a replica and asks for reports (O34): they refuse what is too old, and read the primary only by --primary.
//
//     REPLICA_PAUSE=660 node test/durability/replica.ts
//
// With 660 seconds the usual limit of ten minutes is tried; less pauses for that long with a limit of three seconds.
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Database, openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openReadings, ReplicaLagError, readReplica } from "#platform/db/replica";
import { freePort } from "#test/free-port";
import { runCommandFile } from "#test/run-command";
import { startNode } from "#test/serving";
import { silentLog } from "#test/silent-log";
import { type Engine, startEngine } from "../../../tools/engine.ts";
import { endWithSummary } from "../../../tools/test-summary.ts";
import { timeLimit } from "../../../tools/time-limit.ts";
import { migrations } from "../../migrations/index.ts";
import { alarmsOf } from "./alerts/prometheus.ts";
import { shorten } from "./alerts/rules.ts";

const PAUSE_SECONDS = Number(process.env["REPLICA_PAUSE"] ?? 5);
const USUAL_LIMIT = 600;
const SHORT_LIMIT = 3;

const commands = {
  report: ["report-command.ts"],
  qoe: ["attribution/reports/qoe/qoe-command.ts"],
  tickets: ["site/tickets-command.ts", "list"],
  backup: ["backup-command.ts"],
} as const;

const engine = startEngine("patroni");
if ("missing" in engine) {
  console.log(engine.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  const dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-replica-"));
  const primary = await open(engine, "DATABASE_URL");
  let failed = 0;
  try {
    await migrate(primary, migrations, silentLog);
    const faults = await tryReplica(engine, primary, dataDir);
    for (const fault of faults) console.log(`     ${fault}`);
    failed = faults.length > 0 ? 1 : 0;
    console.log(
      `${failed === 0 ? "ok  " : "FAIL"} O34: reports and backups refuse a replica that is ${PAUSE_SECONDS} s behind, and read the primary by --primary alone`,
    );
  } catch (error) {
    console.error(error);
    failed = 1;
  } finally {
    await primary.close();
    engine.down();
    await rm(dataDir, { recursive: true, force: true });
  }
  endWithSummary({ passed: 1 - failed, failed, skipped: 0 });
}

async function tryReplica(cluster: Engine, primary: Database, dataDir: string): Promise<string[]> {
  const faults: string[] = [];
  const limit = PAUSE_SECONDS > USUAL_LIMIT ? USUAL_LIMIT : SHORT_LIMIT;
  const env = {
    DATABASE_URL: cluster.settings["DATABASE_URL"] ?? "",
    READ_DATABASE_URL: cluster.settings["READ_DATABASE_URL"] ?? "",
    ...(limit === USUAL_LIMIT ? {} : { READ_MAX_LAG: String(limit) }),
    DATA_DIR: dataDir,
    BACKUP_ELSEWHERE: "1",
    DEMO: "off",
  };
  const run = ([file, ...args]: readonly string[], ...more: string[]) =>
    runCommandFile(join(import.meta.dirname, "../../src", file ?? ""), [...args, ...more], env);
  const expectEach = async (what: string, sign: RegExp, code: number, more: string[] = []) => {
    for (const [name, command] of Object.entries(commands)) {
      const ended = await run(command, ...more);
      if (ended.code !== code || !sign.test(ended.output))
        faults.push(`${what}: ${name} ended with ${ended.code}: ${ended.output.slice(0, 300)}`);
    }
  };
  const fresh = /As of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, read from the replica/;
  await caughtUp(cluster);
  await expectEach("in time", fresh, 0);
  // What the console's reports are read from, and the moment that they show.
  const readings = openReadings(
    primary.db,
    { readDatabaseUrl: cluster.settings["READ_DATABASE_URL"] ?? "", readMaxLagSeconds: limit },
    silentLog,
  );
  const asOf = await readings.check();
  if (asOf === null || Math.abs(Date.now() - asOf.getTime()) > timeLimit(2))
    faults.push(`the console's reports are as of ${asOf?.toISOString() ?? "nothing"}`);
  faults.push(...(await followsPrimary(cluster)));
  const alarm = await openAlarm(env);
  cluster.run("pause");
  await note(primary);
  await pause(PAUSE_SECONDS * 1000);
  await note(primary);
  await pause(1_000);
  await expectEach("behind", /The replica of READ_DATABASE_URL is .+ behind, and more than .+ is refused/, 1);
  const refused = await readings.check().catch((error: unknown) => error);
  if (!(refused instanceof ReplicaLagError))
    faults.push(`the console's reports are read: ${String(refused)}`);
  await readings.close();
  const doctor = await run(["doctor-command.ts", "--offline"]);
  if (!/the replica of READ_DATABASE_URL is .+ behind, more than READ_MAX_LAG allows/.test(doctor.output))
    faults.push(`doctor does not tell of the lag: ${doctor.output.slice(0, 400)}`);
  if (!/asynchronous: if the primary is lost/.test(doctor.output))
    faults.push("doctor does not tell what asynchronous replication can lose");
  for (const [name, command] of Object.entries(commands)) {
    const ended = await run(command, "--primary");
    if (ended.code !== 0 || /As of/.test(ended.output))
      faults.push(`--primary: ${name} ended with ${ended.code}: ${ended.output.slice(0, 300)}`);
  }
  faults.push(...(await alarm.faults(primary)));
  cluster.run("resume");
  await caughtUp(cluster);
  await expectEach("caught up", fresh, 0);
  const drill = await run(["backup-command.ts", "--drill"]);
  if (drill.code !== 0)
    faults.push(`the backup of the replica cannot be restored: ${drill.output.slice(0, 400)}`);
  return faults;
}

/** Returns what is wrong with an address of several hosts: a pool must write on the new primary after a switchover. */
async function followsPrimary(cluster: Engine): Promise<string[]> {
  const several = await open(cluster, "HOSTS_URL");
  try {
    await note(several);
    await cluster.runAside("switchover");
    for (const until = performance.now() + timeLimit(30); performance.now() < until; await pause(200))
      if (
        await note(several).then(
          () => true,
          () => false,
        )
      )
        return [];
    return ["a pool on several hosts does not write on the new primary"];
  } finally {
    await several.close();
    await caughtUp(cluster);
  }
}

/** Starts a node and a Prometheus that knows its alerts. */
async function openAlarm(env: Record<string, string>) {
  const metricsPort = await freePort();
  const { DATABASE_URL: databaseUrl = "", DATA_DIR: dataDir = "" } = env;
  const node = await startNode({ databaseUrl, dataDir }, { ...env, METRICS_PORT: String(metricsPort) });
  const file = join(dataDir, "alerts.yml");
  const rules = join(import.meta.dirname, "../../../deploy/prometheus/alerts.yml");
  await writeFile(file, shorten(await readFile(rules, "utf8")).text);
  // Prometheus runs as another user.
  await chmod(dataDir, 0o755);
  const started = startEngine("prometheus", { RULES: file, TARGETS: `127.0.0.1:${metricsPort}` });
  return {
    /** Returns what is wrong once the replay is paused: the alert must fire. Ends both. */
    async faults(primary: Database): Promise<string[]> {
      try {
        if ("missing" in started) {
          console.log(started.missing);
          return [];
        }
        await note(primary);
        await alarmsOf(started.settings["PROMETHEUS_URL"] ?? "").fires("ReplicaBehind");
        return [];
      } catch (error) {
        return [`the alert ReplicaBehind: ${(error as Error).message}`];
      } finally {
        if (!("missing" in started)) started.down();
        await node.close();
      }
    },
  };
}

/** Writes something that a paused replica does not have. */
async function note({ pool }: Database): Promise<void> {
  await pool.query("comment on database app is 'written while the replay is paused'");
}

/** Waits until the replica has what the primary has; at first it may not have the database yet. */
async function caughtUp(cluster: Engine): Promise<void> {
  for (const until = performance.now() + timeLimit(30); performance.now() < until; await pause(200))
    if (await isCaughtUp(cluster).catch(() => false)) return;
  throw new Error("The replica did not catch up");
}

async function isCaughtUp(cluster: Engine): Promise<boolean> {
  const replica = await open(cluster, "READ_DATABASE_URL");
  try {
    const { isStandby, lagSeconds } = await readReplica(replica.pool);
    return isStandby && lagSeconds < 1;
  } finally {
    await replica.close();
  }
}

function open(
  { settings }: Engine,
  setting: "DATABASE_URL" | "READ_DATABASE_URL" | "HOSTS_URL",
): Promise<Database> {
  return openDatabase({
    databaseUrl: settings[setting],
    dataDir: "",
    mode: "own",
    holder: "npm run test:long",
    log: silentLog,
    poolSize: 2,
  });
}
