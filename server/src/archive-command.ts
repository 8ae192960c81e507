/** `npm run archive`: exports old months of payment records, and drops them from the database. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, rename, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { countOpenHints, hintPartitions, logPartitions } from "#billing";
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { audited } from "#platform/db/audit";
import { type Content, dropExported, exportRows } from "#platform/db/exported-rows";
import { listPartitions, nameOf, type Partitioned, unitStart, untilLocked } from "#platform/db/partitions";
import { USAGE } from "./archive-usage.ts";

/** Whole months that stay in the database. */
const MONTHS_KEPT = 13;

/** A month that is over, or a file that is not whole, as a sentence for the operator. */
class ArchiveError extends Error {}

/** A month of a table, and the partition that has it. */
interface Month {
  table: string;
  partition: string;
  /** As in file names: 2026-01. */
  month: string;
  ends: Date;
}

function workOf(
  { list = false, to }: { list?: boolean | undefined; to?: string | undefined },
  words: string[],
): CommandWork | null {
  if (words.length > 0 || (list && to !== undefined)) return null;
  return list ? showMonths : (context) => archive(context, to);
}

async function showMonths(context: CommandContext): Promise<void> {
  const months = await listOld(context);
  for (const { table, month } of months) console.log(`${month}  ${table}`);
  if (months.length === 0) console.log(`No month ended more than ${MONTHS_KEPT} months ago.`);
}

async function archive(context: CommandContext, to: string | undefined): Promise<number> {
  const folder = to === undefined ? join(context.config.dataDir, "archive") : resolve(to);
  const months = await listOld(context);
  if (months.length === 0) console.log(`No month ended more than ${MONTHS_KEPT} months ago.`);
  else await mkdir(folder, { recursive: true, mode: 0o700 });
  let left = 0;
  for (const month of months) {
    const reason = await reasonToKeep(context, month);
    if (reason === null) console.log(await archiveMonth(context, month, folder));
    else {
      left += 1;
      console.error(`${month.month}  ${month.table}  stays: ${reason}`);
    }
  }
  return left > 0 ? 1 : 0;
}

/** Lists the months that ended before those that stay, the oldest first. */
async function listOld({ db, clock }: CommandContext): Promise<Month[]> {
  const first = unitStart(clock.now(), "month", -MONTHS_KEPT);
  const of = async (partitioned: Partitioned): Promise<Month[]> => {
    const { table } = partitioned;
    const names = await listPartitions(db, table);
    return names
      .filter((name) => name < nameOf(partitioned, first))
      .map((partition) => {
        const month = partition.slice(table.length + 1).replace("_", "-");
        return { table, partition, month, ends: unitStart(new Date(`${month}-01T00:00:00Z`), "month", 1) };
      });
  };
  return [...(await of(hintPartitions)), ...(await of(logPartitions))];
}

async function reasonToKeep({ db }: CommandContext, { table, ends }: Month): Promise<string | null> {
  if (table !== hintPartitions.table) return null;
  const open = await countOpenHints(db, ends);
  if (open === 0) return null;
  return `${open} of its events or of those before ${open === 1 ? "is" : "are"} not handled. See npm run review.`;
}

/** Writes a month into its file, reads that again, and drops the month; returns what to print. */
async function archiveMonth(context: CommandContext, { table, partition, month }: Month, folder: string) {
  const { file, content, sha256 } = await writeFile(context, partition, join(folder, `${table}-${month}`));
  const isDropped = await untilLocked(() =>
    audited(context, { action: "records.archive" }, async (trx) => {
      if (!(await dropExported(trx, partition, content)))
        throw new ArchiveError(
          `${month}  ${table}  changed while it was exported. Run npm run archive again.`,
        );
      const after = { month, rows: content.rows, sha256 };
      return { result: undefined, changes: [{ subject: { kind: "records", id: partition }, after }] };
    }),
  );
  if (!isDropped)
    throw new ArchiveError(`${month}  ${table}  is in use. Its file is whole; run npm run archive again.`);
  return `${month}  ${table}  ${content.rows} rows  ${(await stat(file)).size} bytes  ${file}`;
}

/** Writes a table's rows into a file, which has its name only when it is on the disk and whole. */
async function writeFile(
  { db }: CommandContext,
  table: string,
  name: string,
): Promise<{ file: string; content: Content; sha256: string }> {
  const part = `${name}.jsonl.zst.part`;
  const handle = await open(part, "w", 0o600);
  const hash = createHash("sha256");
  let content: Content = { rows: 0, sum: "0" };
  try {
    const packed = createZstdCompress();
    const written = pipeline(packed, handle.createWriteStream({ flush: true }));
    const write = async (lines: string) => {
      hash.update(lines);
      if (!packed.write(lines)) await Promise.race([once(packed, "drain"), written]);
    };
    content = await exportRows(db, table, write);
    packed.end();
    await written;
  } finally {
    await handle.close().catch(() => undefined);
  }
  const sha256 = hash.digest("hex");
  const read = await readFile(part);
  if (read.sha256 !== sha256 || read.lines !== content.rows)
    throw new ArchiveError(`${part} is not what was written. Nothing was dropped; check the disk.`);
  const file = await freeName(name, sha256);
  await rename(part, file);
  await syncFolder(dirname(file));
  return { file, content, sha256 };
}

/** Returns the name of a new file: that of an equal one, or one that no other content has. A month may have had late rows. */
async function freeName(name: string, sha256: string): Promise<string> {
  for (let copy = 1; ; copy++) {
    const file = `${name}${copy === 1 ? "" : `-${copy}`}.jsonl.zst`;
    if (!existsSync(file) || (await readFile(file)).sha256 === sha256) return file;
  }
}

async function readFile(file: string): Promise<{ sha256: string; lines: number }> {
  const hash = createHash("sha256");
  let lines = 0;
  const unpacked = createReadStream(file).pipe(createZstdDecompress());
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    hash.update(chunk);
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { sha256: hash.digest("hex"), lines };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The entry point of this command. */
export const main = commandMain({
  name: "archive",
  usage: USAGE,
  options: { list: { type: "boolean" }, to: { type: "string" } },
  faults: [ArchiveError],
  workOf: ({ values, positionals }) => workOf(values, positionals),
  statementTimeoutMs: 0,
});
await runIfStarted(import.meta, main);
