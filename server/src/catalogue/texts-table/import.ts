import type { Language, TextsDifference, TextsEffect } from "@cliffhanger/contract";
import type { Acting } from "#platform/db/audit";
import { type Db, inTransaction } from "#platform/db/database";
import { effectHash, requireEffect } from "#platform/effect";
import { DomainError, invalid } from "#platform/http/errors";
import { faultAt, sayIn } from "#platform/said";
import { type Edited, editing, readEdited } from "../editing/edit.ts";
import { faultOfField, readField, withField } from "../editing/fields.ts";
import { textIn } from "../texts.ts";
import { type RowFault, readTexts, type TextsRow } from "./read.ts";

const MAX_SERIES = 500;
const SHOWN = 200;
const SHOWN_FAULTS = 200;

/** What a table changes in one series. */
interface SeriesTexts {
  edited: Edited;
  set: { path: string; field: string; language: string; from: string | null; to: string }[];
}

/** Answers what a table of texts would change, and which of its rows are left out and why, in a language. */
export async function previewTexts(db: Db, table: string, language: Language): Promise<TextsEffect> {
  const { effect, faults } = await effectOf(db, table);
  return { ...effect, faults: faults.map(({ line, say }) => ({ line, message: sayIn(language, say) })) };
}

/**
 * Takes over the texts of a table with the effect that the operator saw: all in one transaction, into the drafts of live series,
 * each with one version to restore. Returns how many texts changed.
 */
export async function importTexts(
  acting: Acting,
  { table, effect: seen }: { table: string; effect?: string | undefined },
): Promise<number> {
  return inTransaction(acting.db, async (trx) => {
    const { effect, changes, faults } = await effectOf(trx, table, { lock: true });
    if (effect.hash === null)
      throw invalid([faultAt("table", faults[0]?.say ?? ((t) => t("textsFault.nothing")))]);
    requireEffect(effect.hash, seen, { by: null, at: acting.clock.now() });
    for (const { edited, set } of changes)
      await editing(
        { ...acting, db: trx },
        { id: edited.id, action: "texts.import", cause: "change" },
        async (_trx, { content }) => set.reduce((next, { path, to }) => withField(next, path, to), content),
      );
    return effect.changes;
  });
}

/** What a table would change, without the rows that are left out. */
interface Effect {
  effect: Omit<TextsEffect, "faults">;
  changes: SeriesTexts[];
  faults: RowFault[];
}

async function effectOf(db: Db, table: string, { lock = false } = {}): Promise<Effect> {
  const { rows, faults, isTable } = readTexts(table);
  const count = isTable ? rows.length + faults.length : 0;
  // Always in the same order, so that two imports at once do not wait for each other.
  const bySeries = [...Map.groupBy(rows, ({ series }) => series)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  if (bySeries.length > MAX_SERIES)
    return tooMany(rows.length, {
      line: 1,
      say: (t) => t("textsFault.manySeries", { count: bySeries.length, most: MAX_SERIES }),
    });
  const found: SeriesTexts[] = [];
  for (const [id, own] of bySeries) {
    const edited = await readEdited(db, id, { lock }).catch(nothing);
    if (!edited)
      for (const { line } of own)
        faults.push({ line, say: (t) => t("textsFault.unknown", { id: id.slice(0, 40) }) });
    else found.push(textsOf(edited, own, faults));
  }
  const changes = found.filter(({ set }) => set.length > 0);
  const changed = changes.reduce((sum, { set }) => sum + set.length, 0);
  const hash = effectHash(changes.map(({ edited, set }) => [edited.id, edited.version, edited.state, set]));
  const effect = {
    hash: changed > 0 ? hash : null,
    rows: count,
    changes: changed,
    series: changes.length,
    live: changes.filter(({ edited }) => edited.state === "live").length,
    differences: changes.flatMap(differencesOf).slice(0, SHOWN),
  };
  const first = faults.toSorted((one, other) => one.line - other.line).slice(0, SHOWN_FAULTS);
  return { effect, changes, faults: first };
}

function tooMany(rows: number, fault: RowFault): Effect {
  const none = { hash: null, changes: 0, series: 0, live: 0, differences: [] };
  return { effect: { ...none, rows }, changes: [], faults: [fault] };
}

function textsOf(edited: Edited, rows: readonly TextsRow[], faults: RowFault[]): SeriesTexts {
  const { content } = edited;
  const set: SeriesTexts["set"] = [];
  for (const { line, field, texts } of rows) {
    const path = pathOf(edited, field);
    if (path === null) {
      faults.push({ line, say: (t) => t("textsFault.noEpisode", { field }) });
      continue;
    }
    const cells = (Object.entries(texts) as [Language, string][]).map(([language, to]) => {
      const at = `${path}.${language}`;
      return { path: at, field, language, from: (readField(content, at) ?? null) as string | null, to };
    });
    const [wrong] = cells.flatMap(({ language, path, to }) => {
      const fault = faultOfField(content, path, to);
      return fault ? [{ language, fault }] : [];
    });
    if (wrong) faults.push({ line, say: (...said) => `${wrong.language}: ${wrong.fault(...said)}` });
    else set.push(...cells.filter(({ from, to }) => from !== to));
  }
  return { edited, set };
}

function pathOf({ content }: Edited, field: string): string | null {
  if (field === "title" || field === "synopsis") return field;
  const number = Number(field.slice("episode ".length));
  const id = Object.entries(content.numbers ?? {}).find(([, one]) => one === number)?.[0];
  return id === undefined ? null : `episode.${id}`;
}

function differencesOf({ edited: { id, content }, set }: SeriesTexts): TextsDifference[] {
  const title = textIn(content.title, content.language);
  return set.map(({ field, language, from, to }) => ({ series: id, title, field, language, from, to }));
}

function nothing(error: unknown): null {
  if (error instanceof DomainError && error.reason === "not_found") return null;
  throw error;
}
