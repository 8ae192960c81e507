import { languages } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { announceChange } from "../events.ts";
import type { SectionSource, Texts } from "../tables.ts";
import {
  type SectionEdit,
  SectionError,
  type Sections,
  withChange,
  withMove,
  withoutSection,
  withSection,
} from "./edits.ts";
import { keepVersion, listContents } from "./home.ts";
import * as repository from "./repository.ts";

export { SectionError };

const ID = /^[A-Za-z0-9_-]{1,32}$/;

/** Changes to a section, as written in commands. Omitted fields stay, or get their default in a new section. */
export interface SectionChange {
  kind?: string | undefined;
  source?: string | undefined;
  size?: string | undefined;
  titles?: Texts | undefined;
}

/** Parses a source as written in commands: `newest`, `popular`, `coming`, `categories`, `tag:ID`, `series:ID,ID`. */
export function parseSource(text: string): SectionSource {
  if (text === "newest" || text === "popular" || text === "coming" || text === "categories")
    return { type: text };
  const [type, list = ""] = text.split(/:(.*)/s);
  const ids = list.split(",").map((id) => id.trim());
  const wellFormed = ids.every((id) => ID.test(id));
  if (type === "tag" && ids.length === 1 && wellFormed) return { type: "tag", tag: ids[0] ?? "" };
  if (type === "series" && wellFormed) return { type: "series", ids: [...new Set(ids)] };
  throw new SectionError(
    `"${text}" is no source. Give newest, popular, coming, categories, tag:ID, or series:ID,ID,… in the order wanted.`,
  );
}

/** Formats a source for {@link parseSource}. */
export function sourceText(source: SectionSource): string {
  if (source.type === "tag") return `tag:${source.tag}`;
  return source.type === "series" ? `series:${source.ids.join(",")}` : source.type;
}

/** Adds a section at a position counted from 1, or at the end. */
export async function addSection(
  home: Acting,
  id: string,
  change: SectionChange,
  place: string | undefined,
): Promise<void> {
  await changing(home, id, async (trx, sections) => {
    const edit = editOf(change);
    const source = edit.source ?? (edit.kind === "switcher" ? { type: "categories" as const } : undefined);
    const isNew = sections.every((section) => section.id !== id);
    if (isNew && source === undefined)
      throw new SectionError(
        "Where does it take its series from? Give --source, such as newest or tag:romance.",
      );
    if (isNew && !change.titles?.en)
      throw new SectionError('It needs a title in English at least: --title "Our Favorites".');
    const at = place === undefined ? sections.length : placeOf(place, sections.length + 1);
    return withSection(trx, sections, { id, at, edit: { ...edit, source } });
  });
}

/** Changes a section. */
export async function setSection(home: Acting, id: string, change: SectionChange): Promise<void> {
  for (const language of languages)
    if (change.titles?.[language]?.trim() === "")
      throw new SectionError(`The title in "${language}" is empty.`);
  await changing(home, id, (trx, sections) => withChange(trx, sections, id, editOf(change)));
}

/** Moves a section to a position counted from 1. */
export async function moveSection(home: Acting, id: string, place: string): Promise<void> {
  await changing(home, id, async (_trx, sections) => {
    const at = sections.some((section) => section.id === id) ? placeOf(place, sections.length) : 0;
    return withMove(sections, id, at);
  });
}

/** Removes a section; its series stay. */
export async function removeSection(home: Acting, id: string): Promise<void> {
  await changing(home, id, async (_trx, sections) => withoutSection(sections, id));
}

/** Changes the published sections, and records how home differs. */
async function changing(
  home: Acting,
  id: string,
  work: (trx: Trx, sections: Sections) => Promise<Sections>,
): Promise<void> {
  await audited(home, { action: "home.change" }, async (trx) => {
    const row = await repository.findHome(trx, { lock: true });
    if (row.draft !== null)
      throw new SectionError(
        "The console has changes of home that are not published. Publish or discard them there, then try again.",
      );
    const sections = await listContents(trx);
    const next = await work(trx, sections);
    await repository.writeSections(trx, next);
    await keepVersion(home, trx, { row, before: sections, next, cause: "command" });
    await announceChange(trx, null);
    const subject = { kind: "section", id };
    return {
      result: undefined,
      changes: [{ subject, before: stateOf(sections, id), after: stateOf(next, id) }],
    };
  });
}

function stateOf(sections: Sections, id: string): object | null {
  const found = sections.findIndex((section) => section.id === id);
  const section = sections[found];
  return section ? { ...section, position: found + 1 } : null;
}

function placeOf(text: string, last: number): number {
  const place = Number(text);
  if (Number.isInteger(place) && place >= 1 && place <= last) return place - 1;
  throw new SectionError(`"${text}" is no place: give a number from 1 to ${last}.`);
}

function editOf({ source, size, ...rest }: SectionChange): SectionEdit {
  return {
    ...rest,
    ...(source === undefined ? {} : { source: parseSource(source) }),
    ...(size === undefined ? {} : { size: sizeOf(size) }),
  };
}

function sizeOf(text: string): number {
  const size = Number(text);
  if (Number.isInteger(size)) return size;
  throw new SectionError(`"${text}" is no size: give a whole number of series.`);
}
