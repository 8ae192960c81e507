import { z } from "zod";
import { BackupError } from "./backup-error.ts";

/** The format that this release writes, and the newest that it reads. */
export const FORMAT = 1;

/** Names of entries, in the order in which they are written. */
export const entryNames = {
  head: "head.json",
  tables: "tables/",
  mediaList: "media.jsonl.zst",
  media: "media/",
  manifest: "manifest.json",
} as const;

/** The first entry: what a listing shows without reading the whole file. */
const Head = z.object({
  format: z.number().int(),
  version: z.string(),
  snapshotAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** The code of the installation; null: a schema, or a release, from before it was noted. */
  installation: z.string().nullable().default(null),
});
export type Head = z.infer<typeof Head>;

/** A table as it was written; `sha256` is that of its rows in the text format of COPY. */
const TableEntry = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** The partitioned table that it belongs to, and its bounds as PostgreSQL writes them. */
  partition: z.object({ parent: z.string(), bounds: z.string() }).nullable(),
});
export type TableEntry = z.infer<typeof TableEntry>;

/** The counter of a sequence or an identity column, as text because it may exceed a number. */
const SequenceEntry = z.object({
  schema: z.string(),
  name: z.string(),
  lastValue: z.string(),
  isCalled: z.boolean(),
});
export type SequenceEntry = z.infer<typeof SequenceEntry>;

/** The last entry before the seal: everything that a restore compares. */
const Manifest = Head.extend({
  serverVersion: z.string(),
  jobsVersion: z.number().int().nullable(),
  tables: z.array(TableEntry),
  sequences: z.array(SequenceEntry),
  media: z.object({
    files: z.number().int(),
    bytes: z.number().int(),
    sha256: z.string(),
    included: z.boolean(),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

/** One line of the list of media files. */
const MediaLine = z.object({ key: z.string(), bytes: z.number().int(), sha256: z.string() });
export type MediaLine = z.infer<typeof MediaLine>;

/** Returns how messages name a table. */
export function nameOfTable({ schema, name }: Pick<TableEntry, "schema" | "name">): string {
  return `${schema}.${name}`;
}

/** Reads the first entry; throws a sentence for a format that this release does not know. */
export function readHead(text: string, file: string): Head {
  const head = parse(Head, text, file);
  if (head.format > FORMAT)
    throw new BackupError(
      `${file} was written by a newer Cliffhanger (${head.version}, format ${head.format}). Update this software first.`,
    );
  return head;
}

/** Reads the manifest. */
export function readManifest(text: string, file: string): Manifest {
  return parse(Manifest, text, file);
}

/** Reads the list of media files. */
export function readMediaLines(text: string, file: string): MediaLine[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => parse(MediaLine, line, file));
}

function parse<T extends z.ZodType>(schema: T, text: string, file: string): z.infer<T> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError(`${file} is no backup of Cliffhanger, or it is damaged. Use another one.`, {
      cause,
    });
  }
}
