import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "#platform/db/database";
import { silentLog } from "#test/silent-log";

/** What the program has said so far: the highest number acknowledged to each writer, and how many in all. */
export interface Acknowledged {
  highest: Map<number, number>;
  count: number;
}

/** What a look into the database after a restart found. */
export interface Verdict {
  entries: number;
  lost: number;
  halfDone: number;
}

/** The program of this folder as a child process of its own. */
export interface Program {
  child: ChildProcess;
  /** Resolves with the milliseconds from the start to `ready`; rejects with its last words when it ends before. */
  ready: Promise<number>;
  /** Resolves when so many more transactions have been acknowledged. */
  acknowledgements(more: number): Promise<void>;
  /** Sends the signal, and waits until the process is gone and everything it said is read. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts the program on a data folder; what it acknowledges is noted in `noted`. */
export function startProgram(dataDir: string, writers: number, noted: Acknowledged): Program {
  const started = performance.now();
  const path = join(import.meta.dirname, "program.ts");
  const child = spawn(process.execPath, [path, dataDir, String(writers)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let lastWords = "";
  child.stderr.on("data", (chunk: Buffer) => {
    lastWords += chunk.toString();
  });
  const ready = Promise.withResolvers<number>();
  ready.promise.catch(() => undefined); // one that is killed while it starts is not asked
  const lines = createInterface(child.stdout);
  lines.on("line", (line) => {
    const [word, writer, number] = line.split(" ");
    if (word === "ready") ready.resolve(performance.now() - started);
    if (word !== "ack") return;
    noted.count++;
    noted.highest.set(Number(writer), Math.max(Number(number), noted.highest.get(Number(writer)) ?? 0));
  });
  const closed = once(child, "close").then(() => ready.reject(new Error(`The program ended: ${lastWords}`)));
  return {
    child,
    ready: ready.promise,
    async acknowledgements(more) {
      const goal = noted.count + more;
      while (noted.count < goal) {
        if (child.exitCode !== null) throw new Error(`The program ended: ${lastWords}`);
        await pause(5);
      }
    },
    async end(signal) {
      child.kill(signal);
      await closed;
    },
  };
}

/** Nothing noted yet. */
export function nothingAcknowledged(): Acknowledged {
  return { highest: new Map(), count: 0 };
}

/** Looks into the database, starting its server if none runs, for what is missing and what is half done. */
export async function check(dataDir: string, noted: Acknowledged): Promise<Verdict> {
  const highest = new Map(noted.highest); // of now: the program may be writing
  const database = await openDatabase({
    dataDir,
    mode: "attach-or-own",
    holder: "durability check",
    log: silentLog,
  });
  try {
    // One statement, so one moment.
    const { rows } = await database.pool.query<{
      writer: number;
      count: number;
      entries: number;
      whole: number;
    }>(
      `select c.writer, c.count,
        (select count(*) from entry e where e.writer = c.writer and e.number <= c.count) as entries,
        (select count(*) from (select 1 from entry_part p where p.writer = c.writer group by p.number
          having count(*) = 3) as complete) as whole
       from entry_count c`,
    );
    const verdict = { entries: 0, lost: 0, halfDone: 0 };
    for (const { writer, count, entries, whole } of rows) {
      verdict.entries += entries;
      verdict.lost += Math.max(0, (highest.get(writer) ?? 0) - entries);
      verdict.halfDone += Math.abs(count - entries) + Math.abs(count - whole);
    }
    const missing = [...highest].filter(([writer]) => !rows.some((row) => row.writer === writer));
    for (const [, number] of missing) verdict.lost += number;
    return verdict;
  } finally {
    await database.close();
  }
}
