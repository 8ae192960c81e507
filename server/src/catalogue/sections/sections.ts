import { languages } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { announceChange } from "../events.ts";
import type { SectionSource, Texts } from "../tables.ts";
import * as repository from "./repository.ts";
import { sectionKinds } from "./section-kinds.ts";

/** A mistake in an instruction, as a sentence for the operator. */
export class SectionError extends Error {}

const MAX_SECTION_SIZE = 60;
const MAX_TITLE_LENGTH = 80;
const ID = /^[A-Za-z0-9_-]{1,32}$/;

/** Changes to a section. Omitted fields stay, or get their default in a new section. */
export interface SectionChange {
  kind?: string | undefined;
  source?: string | undefined;
  size?: string | undefined;
  titles?: Texts | undefined;
}

/** Parses a source as written in commands: `newest`, `popular`, `categories`, `tag:ID`, `series:ID,ID`. */
export function parseSource(text: string): SectionSource {
  if (text === "newest" || text === "popular" || text === "categories") return { type: text };
  const [type, list = ""] = text.split(/:(.*)/s);
  const ids = list.split(",").map((id) => id.trim());
  const wellFormed = ids.every((id) => ID.test(id));
  if (type === "tag" && ids.length === 1 && wellFormed) return { type: "tag", tag: ids[0] ?? "" };
  if (type === "series" && wellFormed) return { type: "series", ids: [...new Set(ids)] };
  throw new SectionError(
    `"${text}" is no source. Give newest, popular, categories, tag:ID, or series:ID,ID,… in the order wanted.`,
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
  if (!ID.test(id))
    throw new SectionError(`"${id}" cannot be an id: give 1 to 32 letters a-z, digits, - or _.`);
  await changing(home, id, async (trx, sections) => {
    if (sections.some((section) => section.id === id))
      throw new SectionError(
        `There is a section "${id}" already. To change it: npm run section -- set ${id} …`,
      );
    const kind = change.kind ?? "row";
    const source = change.source ?? (kind === "switcher" ? "categories" : undefined);
    if (source === undefined)
      throw new SectionError(
        "Where does it take its series from? Give --source, such as newest or tag:romance.",
      );
    if (!change.titles?.en)
      throw new SectionError('It needs a title in English at least: --title "Our Favorites".');
    const fresh = { id, kind: "row", title: {}, source: { type: "newest" }, size: 20, position: 0 } as const;
    const section = await changed(trx, fresh, { ...change, kind, source }, sections);
    const order = sections.map((other) => other.id);
    order.splice(place === undefined ? order.length : placeOf(place, order.length + 1), 0, id);
    await repository.saveSection(trx, { ...section, position: (sections.at(-1)?.position ?? -1) + 1 });
    await repository.orderSections(trx, order);
  });
}

/** Changes a section. */
export async function setSection(home: Acting, id: string, change: SectionChange): Promise<void> {
  await changing(home, id, async (trx, sections) => {
    const section = wanted(sections, id);
    const others = sections.filter((other) => other !== section);
    await repository.saveSection(trx, await changed(trx, section, change, others));
  });
}

/** Moves a section to a position counted from 1. */
export async function moveSection(home: Acting, id: string, place: string): Promise<void> {
  await changing(home, id, async (trx, sections) => {
    wanted(sections, id);
    const order = sections.map((section) => section.id).filter((other) => other !== id);
    order.splice(placeOf(place, sections.length), 0, id);
    await repository.orderSections(trx, order);
  });
}

/** Removes a section; its series stay. */
export async function removeSection(home: Acting, id: string): Promise<void> {
  await changing(home, id, async (trx, sections) => {
    wanted(sections, id);
    await repository.deleteSection(trx, id);
  });
}

/** Changes sections, and records how home differs. */
async function changing(
  home: Acting,
  id: string,
  work: (trx: Trx, sections: repository.SectionRow[]) => Promise<void>,
): Promise<void> {
  await audited(home, { action: "home.change" }, async (trx) => {
    await repository.lockSections(trx);
    const sections = await repository.listSections(trx);
    await work(trx, sections);
    await announceChange(trx, null);
    const after = stateOf(await repository.listSections(trx), id);
    const subject = { kind: "section", id };
    return { result: undefined, changes: [{ subject, before: stateOf(sections, id), after }] };
  });
}

function stateOf(sections: readonly repository.SectionRow[], id: string): object | null {
  const found = sections.findIndex((section) => section.id === id);
  const section = sections[found];
  return section ? { ...section, position: found + 1 } : null;
}

function wanted(sections: readonly repository.SectionRow[], id: string): repository.SectionRow {
  const found = sections.find((section) => section.id === id);
  if (found) return found;
  const ids = sections.map((section) => section.id).join(", ");
  throw new SectionError(`There is no section "${id}". There are: ${ids || "none yet"}.`);
}

function placeOf(text: string, last: number): number {
  const place = Number(text);
  if (Number.isInteger(place) && place >= 1 && place <= last) return place - 1;
  throw new SectionError(`"${text}" is no place: give a number from 1 to ${last}.`);
}

async function changed(
  db: Db,
  before: repository.SectionRow,
  change: SectionChange,
  others: readonly repository.SectionRow[],
): Promise<repository.SectionRow> {
  const kind = sectionKinds.find((one) => one === (change.kind ?? before.kind));
  if (!kind) throw new SectionError(`"${change.kind}" is no kind: give ${sectionKinds.join(", ")}.`);
  const source = change.source === undefined ? before.source : parseSource(change.source);
  if ((kind === "switcher") !== (source.type === "categories"))
    throw new SectionError(
      "The source categories and the kind switcher go together: it shows one category at a time.",
    );
  if (kind === "featured" && others.some((other) => other.kind === "featured"))
    throw new SectionError(
      "There is a featured carousel already, and home shows one. Change or remove that first.",
    );
  if (change.source !== undefined) await checkSource(db, source);
  return {
    ...before,
    kind,
    source,
    size: change.size === undefined ? before.size : sizeOf(change.size),
    title: { ...before.title, ...checkTitles(change.titles ?? {}) },
  };
}

async function checkSource(db: Db, source: SectionSource): Promise<void> {
  if (source.type !== "tag" && source.type !== "series") return;
  const [what, ids] =
    source.type === "tag" ? (["tag", [source.tag]] as const) : (["series", source.ids] as const);
  const known = await repository.listKnown(db, what, ids);
  const missing = ids.filter((id) => !known.includes(id));
  if (missing.length > 0) {
    const name = what === "tag" ? "category or tag" : "series";
    throw new SectionError(`There is no ${name} with the id ${missing.join(", ")}.`);
  }
}

function sizeOf(text: string): number {
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= MAX_SECTION_SIZE) return size;
  throw new SectionError(`"${text}" is no size: give a number of series from 1 to ${MAX_SECTION_SIZE}.`);
}

function checkTitles(titles: Texts): Texts {
  for (const language of languages) {
    const title = titles[language];
    if (title === undefined) continue;
    if (title.trim() === "") throw new SectionError(`The title in "${language}" is empty.`);
    if (title.length > MAX_TITLE_LENGTH)
      throw new SectionError(`The title in "${language}" is longer than ${MAX_TITLE_LENGTH} characters.`);
  }
  return titles;
}
