import type { AuditAction, HomeChange, HomeField, HomeVersion } from "@cliffhanger/contract";
import { languages } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { changedMeanwhile, DomainError, invalid, notFound } from "#platform/http/errors";
import { faultAt } from "#platform/said";
import { announceChange } from "../events.ts";
import type { SectionContent } from "../tables.ts";
import {
  type SectionEdit,
  SectionError,
  type Sections,
  withChange,
  withMove,
  withoutSection,
  withSection,
} from "./edits.ts";
import * as repository from "./repository.ts";

/** The home screen as operators arrange it. */
export interface EditedHome extends repository.HomeRow {
  /** What viewers see. */
  live: Sections;
  /** With the changes that are not published. */
  sections: Sections;
}

/** Reads the home screen for an operator. */
export async function readHome(db: Db, options: { lock?: boolean } = {}): Promise<EditedHome> {
  const row = await repository.findHome(db, options);
  const live = await listContents(db);
  return { ...row, live, sections: row.draft ?? live };
}

/** Returns the published sections in their order. */
export async function listContents(db: Db): Promise<SectionContent[]> {
  return (await repository.listSections(db)).map(({ position: _position, ...section }) => section);
}

/**
 * Makes one change in the draft of the home screen. A field that someone else changed since the operator saw it is
 * refused with its present value; so is what is about a section that is gone.
 */
export async function changeHome(acting: Acting, change: HomeChange): Promise<void> {
  await editing(acting, { action: "home.change", cause: "change" }, async (trx, home) => {
    const { sections } = home;
    const index = sections.findIndex(({ id }) => id === change.id);
    // A request that is sent again finds its section.
    if (change.act === "add" && index >= 0) return sections;
    if (change.act === "remove" && index < 0) return sections;
    if (change.act !== "add" && index < 0) throw changedSince(home, {});
    try {
      return await applied(trx, home, change);
    } catch (error) {
      if (error instanceof SectionError) throw invalid([error.at(error.field)]);
      throw error;
    }
  });
}

async function applied(trx: Trx, home: EditedHome, change: HomeChange): Promise<Sections> {
  const { sections } = home;
  if (change.act === "remove") return withoutSection(sections, change.id);
  if (change.act === "add") {
    const { id, kind, source, size, title } = change;
    const edit = { kind, source, size, titles: { en: title } };
    return withSection(trx, sections, { id, at: sections.length, edit });
  }
  if (change.act === "move") {
    const others = sections.filter(({ id }) => id !== change.id);
    const at = change.before === null ? others.length : others.findIndex(({ id }) => id === change.before);
    if (at < 0) throw changedSince(home, {});
    return withMove(sections, change.id, at);
  }
  const section = sections.find(({ id }) => id === change.id);
  if (!section) throw changedSince(home, {});
  const conflicts = change.fields.filter(({ path, from, to }) => {
    const present = textOfField(fieldOf(section, path));
    return present !== textOfField(from) && present !== textOfField(to);
  });
  if (conflicts.length > 0)
    throw changedSince(home, Object.fromEntries(conflicts.map(({ path }) => [path, fieldOf(section, path)])));
  return withChange(trx, sections, change.id, editOf(change.fields));
}

function fieldOf(section: SectionContent, path: string): HomeField["from"] {
  if (path === "kind" || path === "size" || path === "source") return section[path];
  if (path === "shown.from") return section.shown?.from ?? null;
  if (path === "shown.until") return section.shown?.until ?? null;
  const language = languages.find((one) => path === `title.${one}`);
  return (language && section.title[language]) ?? null;
}

/** Returns a value as a text to compare: of a source, independent of the order in which its members are stored. */
function textOfField(value: HomeField["from"]): string {
  if (value === null || typeof value !== "object") return String(value ?? "").trim();
  if (value.type === "tag") return `tag:${value.tag}`;
  return value.type === "series" ? `series:${value.ids.join()}` : value.type;
}

function editOf(fields: readonly HomeField[]): SectionEdit {
  const edit: SectionEdit = {};
  for (const { path, to } of fields) {
    const language = languages.find((one) => path === `title.${one}`);
    if (path === "kind" && typeof to === "string") edit.kind = to;
    else if (path === "size" && typeof to === "number") edit.size = to;
    else if (path === "source" && typeof to === "object" && to !== null) edit.source = to;
    else if (path === "shown.from" && (to === null || typeof to === "string"))
      edit.shown = { ...edit.shown, from: to };
    else if (path === "shown.until" && (to === null || typeof to === "string"))
      edit.shown = { ...edit.shown, until: to };
    else if (language && (to === null || typeof to === "string"))
      edit.titles = { ...edit.titles, [language]: to ?? "" };
    else throw invalid([faultAt(path, (t) => t("homeFault.field"))]);
  }
  return edit;
}

/** Discards the draft of the home screen. */
export async function discardHome(acting: Acting, { version }: { version: number }): Promise<void> {
  await editing(acting, { version, action: "home.discard", cause: "discard" }, async (_trx, home) => {
    if (home.draft === null) throw new DomainError(409, "already_so");
    return home.live;
  });
}

/** Puts an earlier version into the draft. A section whose tag or series are gone shows nothing, which publishing refuses. */
export async function restoreHome(
  acting: Acting,
  { version, restore }: { version: number; restore: number },
): Promise<void> {
  await editing(acting, { version, action: "home.restore", cause: "restore" }, async (trx) => {
    const kept = await repository.findHomeVersion(trx, restore);
    if (!kept) throw notFound();
    return kept;
  });
}

/**
 * Publishes the draft of the home screen: all sections in one transaction. `check` refuses what must not be shown;
 * `word` says why the operator wants it so.
 */
export async function publishHome(
  acting: Acting,
  { version, word }: { version: number; word?: string | undefined },
  check: (trx: Trx, sections: Sections) => Promise<void>,
): Promise<void> {
  await audited(acting, { action: "home.publish", reason: word ?? null }, async (trx) => {
    const home = await readHome(trx, { lock: true });
    requireVersion(home, version);
    if (home.draft === null) throw new DomainError(409, "already_so");
    const { live, sections } = home;
    await check(trx, sections);
    await repository.writeSections(trx, sections);
    await keepVersion(acting, trx, { row: home, before: live, next: sections, cause: "publish" });
    await announceChange(trx, null);
    return { result: undefined, changes: [changeOf(live, sections)] };
  });
}

interface Edit {
  /** The version that the operator saw, when the act is about the whole home screen. */
  version?: number;
  action: AuditAction;
  cause: HomeVersion["cause"];
}

async function editing(
  acting: Acting,
  { version, action, cause }: Edit,
  work: (trx: Trx, home: EditedHome) => Promise<Sections>,
): Promise<void> {
  await audited(acting, { action }, async (trx) => {
    const home = await readHome(trx, { lock: true });
    requireVersion(home, version);
    const next = await work(trx, home);
    if (isEqual(home.sections, next)) return { result: undefined, changes: [] };
    await keepVersion(acting, trx, { row: home, before: home.sections, next, cause });
    return { result: undefined, changes: [changeOf(home.sections, next)] };
  });
}

function requireVersion(home: EditedHome, version: number | undefined): void {
  if (version !== undefined && version !== home.version) throw changedSince(home, {});
}

function changedSince(home: EditedHome, current: object): DomainError {
  return changedMeanwhile({ current, by: home.changed_by, at: home.changed_at });
}

/** Raises the version of home and keeps it; and the one before, when there is none yet. */
export async function keepVersion(
  { by, clock }: Acting,
  trx: Trx,
  kept: { row: repository.HomeRow; before: Sections; next: Sections; cause: HomeVersion["cause"] },
): Promise<void> {
  const { row, before, next, cause } = kept;
  const at = clock.now();
  const version = row.version + 1;
  await repository.insertHomeVersion(trx, {
    version: row.version,
    cause: "begin",
    sections: before,
    at: row.changed_at ?? at,
    actor: row.changed_by ?? "",
  });
  await repository.insertHomeVersion(trx, { version, cause, sections: next, at, actor: by.id });
  const isPublished = cause === "publish" || cause === "command";
  const isDraft = !isPublished && !isEqual(await listContents(trx), next);
  await repository.saveHome(trx, {
    version,
    draft: isDraft ? next : null,
    changed_at: at,
    changed_by: by.id,
    ...(isPublished ? { published_at: at, published_by: by.id } : {}),
  });
}

/** Returns whether two arrangements are the same. */
function isEqual(one: Sections, other: Sections): boolean {
  return one.map(contentText).join() === other.map(contentText).join();
}

/** Returns a section as a text to compare. */
export function contentText({ id, kind, size, source, title, shown }: SectionContent): string {
  const times = [shown?.from ?? null, shown?.until ?? null];
  return JSON.stringify([
    id,
    kind,
    size,
    textOfField(source),
    languages.map((one) => title[one] ?? ""),
    times,
  ]);
}

/** Returns the row of the audit log: the order, and the sections that differ. */
function changeOf(before: Sections, after: Sections) {
  const sideOf = (sections: Sections) => ({
    order: sections.map(({ id }) => id),
    ...Object.fromEntries(sections.map(({ id, ...section }) => [`section.${id}`, section])),
  });
  return { subject: { kind: "home", id: "home" }, before: sideOf(before), after: sideOf(after) };
}
