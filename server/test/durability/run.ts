import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "#platform/db/database";
import { silentLog } from "#test/silent-log";

/** What the program acknowledged so far: the highest number for each writer, and the total. */
export interface Acknowledged {
  highest: Map<number, number>;
  count: number;
}

/** The result of inspecting the database after a restart. */
export interface Verdict {
  entries: number;
  lost: number;
  halfDone: number;
}

/** The program of this folder as a child process. */
export interface Program {
  child: ChildProcess;
  /** Resolves with the milliseconds from the start to `ready`; rejects with its last output when it ends before. */
  ready: Promise<number>;
  /** Resolves when this many more transactions have been acknowledged. */
  acknowledgements(more: number): Promise<void>;
  /** Sends the signal, then waits until the process has ended and all its output is read. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts the program on a data folder and records its acknowledgements in `noted`. */
export function startProgram(dataDir: string, writers: number, recorded: Acknowledged): Program {
  const started = performance.now();
  const path = join(import.meta.dirname, "program.ts");
  const child = spawn(process.execPath, [path, dataDir, String(writers)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ready = Promise.withResolvers<number>();
  ready.promise.catch(() => undefined); // a program that is killed during its start is not awaited
  const lines = createInterface(child.stdout);
  lines.on("line", (outputLine) => {
    const [word, writer, number] = outputLine.split(" ");
    if (word === "ready") ready.resolve(performance.now() - started);
    if (word !== "ack") return;
    recorded.count++;
    recorded.highest.set(Number(writer), Math.max(Number(number), recorded.highest.get(Number(writer)) ?? 0));
  });
  const closed = once(child, "close").then(() => ready.reject(new Error(`The program ended: ${output}`)));
  return {
    child,
    ready: ready.promise,
    async acknowledgements(more) {
      const goal = recorded.count + more;
      while (recorded.count < goal) {
        if (child.exitCode !== null) throw new Error(`The program ended: ${output}`);
        await pause(5);
      }
    },
    async end(signal) {
      child.kill(signal);
      await closed;
    },
  };
}

/** Returns an empty record of acknowledgements. */
export function nothingAcknowledged(): Acknowledged {
  return { highest: new Map(), count: 0 };
}

/** Checks the database for missing and partial writes, starting its server if none runs. */
export async function check(dataDir: string, recorded: Acknowledged): Promise<Verdict> {
  const highest = new Map(recorded.highest); // a copy, because the program may still be writing
  const database = await openDatabase({
    dataDir,
    mode: "attach-or-own",
    holder: "durability check",
    log: silentLog,
  });
  try {
    // A single statement sees a single snapshot.
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
