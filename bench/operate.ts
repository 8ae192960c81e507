import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../server/test/free-port.ts";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { alone, interleave, median, type Outcome, type Row } from "./measure.ts";
import { measureEdge } from "./operate-edge.ts";
import { run, startOurs } from "./processes.ts";

const SCRAPES = 50;
const BACKUPS = 3;
/** The database that is backed up, in megabytes, and the bytes of a booking with its two entries; measured. */
const MEGABYTES = 100;
const BYTES_OF_BOOKING = 800;
/** How often the server is asked while it backs up, and for how long after the start. */
const ASK_EVERY_MS = 5;
const IDLE_MS = 10_000;
const bootstrap = join(import.meta.dirname, "../tools/bootstrap.mjs");
/** Commands whose help shows what starting a command costs: small ones, and those that load the most. */
const COMMANDS = ["start", "plan", "backup", "ingest", "doctor", "test", "bench"];

/** Measures what running an installation costs: scraping its metrics, a scheduled backup, and the help of commands. */
export async function measure(): Promise<Outcome> {
  const demo = await openCatalogue("demo-only", 0);
  const scraped = await scrapes(demo);
  const edge = await measureEdge(demo);
  await demo.close();
  const books = await openCatalogue("operate", 0);
  await fill(books);
  const backups = await interleave<"idle" | "backup", "worst" | "seconds">(BACKUPS, {
    idle: () => watch(books, false),
    backup: () => watch(books, true),
  });
  await books.close();
  const worst = (rounds: readonly { worst: number }[]) => median(rounds.map((round) => round.worst));
  return {
    rows: [
      ...scraped,
      ...edge.rows,
      {
        what: "longest wait for an answer during a scheduled backup",
        unit: "ms",
        ours: worst(backups.backup),
        limit: worst(backups.idle),
        ratio: worst(backups.backup) / worst(backups.idle),
        goal: { atMost: 100 },
      },
      alone("a scheduled backup", "s", median(backups.backup.map(({ seconds }) => seconds)), null),
      alone("the slowest of seven commands asked for --help", "ms", await slowestHelp(), { atMost: 1000 }),
    ],
    missing: edge.missing,
    notes: [
      "Edge: one worker of nginx, 32 connections; the limit is the same nginx sending the file without a check.",
      `Scrapes: a process with all roles and the demo catalogue, ${SCRAPES} scrapes after a visit to each kind of page.`,
      `Backup: by BACKUP_EVERY, of a database of ${MEGABYTES} MB; /healthz every ${ASK_EVERY_MS} ms, against the same server without a backup.`,
    ],
  };
}

async function scrapes({ env }: Catalogue): Promise<Row[]> {
  const metricsPort = await freePort();
  const ours = await startOurs({ ...env, METRICS_PORT: String(metricsPort) }, { args: ["--role", "all"] });
  for (const path of ["/", "/api/homepage", "/api/tag", "/api/user", "/api/plan", "/search", "/nowhere"])
    await (await fetch(`http://127.0.0.1:${ours.port}${path}`)).arrayBuffer();
  const times: number[] = [];
  let text = "";
  for (let no = 0; no < SCRAPES; no++) {
    const begun = performance.now();
    text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    times.push(performance.now() - begun);
    await pause(100);
  }
  await ours.stop();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).length;
  return [
    alone("a scrape of /metrics", "ms", median(times), { atMost: 50 }),
    alone("a scrape of /metrics, size", "kB", Buffer.byteLength(text) / 1000, null),
    alone("a scrape of /metrics, series", "lines", lines, { atMost: 900 }),
  ];
}

/** Makes the database as large as it should be, once. */
async function fill({ database: { pool } }: Catalogue): Promise<void> {
  const count = Math.ceil((MEGABYTES * 1e6) / BYTES_OF_BOOKING);
  const { rows } = await pool.query<{ count: number }>("select count(*) as count from ledger_txn");
  if ((rows[0]?.count ?? 0) >= count) return;
  await pool.query(
    `insert into ledger_txn (id, source, at) select lpad(n::text, 26, '0'), 'bench ' || n, now()
     from generate_series(1, $1::int) as n`,
    [count],
  );
  await pool.query(
    `insert into ledger_entry select lpad(n::text, 26, '0'), side, account, 'USD', amount
     from generate_series(1, $1::int) as n,
       (values (1, 'gateway_clearing', 500), (2, 'revenue', -500)) as entry (side, account, amount)`,
    [count],
  );
}

/** Asks a server all the time, while it backs up or for as long; returns the longest wait in milliseconds. */
async function watch({ env, database: { pool } }: Catalogue, isBackup: boolean) {
  await pool.query("delete from backup_run");
  const ours = await startOurs(
    { ...env, BACKUP_EVERY: isBackup ? "1d" : "off", BACKUP_KEEP: "1h" },
    { args: ["--role", "all"] },
  );
  // The start itself is not measured; the first backup begins a few seconds later.
  await pause(1_000);
  const begun = performance.now();
  let worst = 0;
  let seconds = 0;
  const isOver = async () => {
    if (!isBackup) return performance.now() - begun > IDLE_MS;
    const { rows } = await pool.query<{ seconds: number; fault: string | null }>(
      "select extract(epoch from now() - begun_at)::double precision as seconds, fault from backup_run where work = 'backup' and (succeeded_at is not null or fault is not null)",
    );
    if (rows[0]?.fault) throw new Error(`The backup failed: ${rows[0].fault}`);
    seconds = rows[0]?.seconds ?? 0;
    return rows.length > 0;
  };
  while (!(await isOver()))
    for (let no = 0; no < 40; no++) {
      worst = Math.max(worst, await ask(ours.port));
      await pause(ASK_EVERY_MS);
    }
  await ours.stop();
  return { worst, seconds };
}

function ask(port: number): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/healthz" }, (answer) => {
      answer.resume().once("end", () => resolve(performance.now() - begun));
    }).once("error", reject);
  });
}

/** Returns the milliseconds that the slowest command takes to print its help. */
async function slowestHelp(): Promise<number> {
  const times: number[] = [];
  for (const name of COMMANDS) {
    const begun = performance.now();
    await run(process.execPath, [bootstrap, name, "--help"]);
    times.push(performance.now() - begun);
  }
  return Math.max(...times);
}
