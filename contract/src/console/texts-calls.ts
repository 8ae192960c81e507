import * as z from "zod";
import type { Call } from "../call.ts";
import { Id } from "../common.ts";
import { TEXTS_LIMITS, TextsEffect, TextsImport } from "./texts.ts";

/** A quote or a line break takes two bytes in JSON. */
const IMPORT_BYTES = 2 * TEXTS_LIMITS.bytes + 1024;

/** The calls of tables of texts. */
export const consoleTextsCalls = {
  "POST /api/console/texts/import": {
    summary:
      "Takes over texts from a table, into the drafts of live series, or answers what that would change",
    cache: "private",
    body: TextsImport,
    maxBytes: IMPORT_BYTES,
    info: z.object({ effect: TextsEffect.nullable(), changed: z.int() }),
    console: { permission: "series.write", writes: "texts.import" },
  },
  "GET /api/console/texts/export": {
    summary: "The texts of a series as the table that can be imported",
    cache: "private",
    query: z.object({ id: Id }),
    file: "text/csv; charset=utf-8",
    console: { permission: "series.read" },
  },
} as const satisfies Record<string, Call>;
