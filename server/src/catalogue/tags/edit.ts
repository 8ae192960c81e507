import { type ConsoleTag, languages } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { UNDOABLE_MS } from "#platform/effect";
import {
  changedMeanwhile,
  type DomainError,
  type FieldFault,
  invalid,
  notFound,
} from "#platform/http/errors";
import { faultAt, type Say } from "#platform/said";
import { announceChange } from "../events.ts";
import { slugOf } from "../publish.ts";
import { refreshMany } from "../search/maintain.ts";
import { listTagged } from "../search/repository.ts";
import { readHome } from "../sections/home.ts";
import type { Texts } from "../tables.ts";
import { textIn } from "../texts.ts";
import { dropEqualDrafts, giveToBegun, restoreDrafts } from "./drafts.ts";
import * as repository from "./repository.ts";

const MAX_NAME_LENGTH = 60;
const MAX_TAGS = 1000;
const MAX_ID_LENGTH = 32;

/** Lists all tags and categories with their names. */
export async function listConsoleTags(db: Db): Promise<ConsoleTag[]> {
  return (await repository.listAll(db)).map(({ id, kind, name, series }) => ({
    id,
    kind,
    name: textIn(name, "en"),
    names: name,
    series,
  }));
}

/** Creates a tag. Its id follows from its English name and stays when that changes. */
export async function createTag(
  acting: Acting,
  { kind, names }: { kind: "category" | "tag"; names: Texts },
): Promise<void> {
  await audited(acting, { action: "tag.create" }, async (trx) => {
    await repository.lockTags(trx);
    const all = await repository.listAll(trx);
    if (all.length >= MAX_TAGS) throw refused("names.en", (t) => t("tagFault.most", { most: MAX_TAGS }));
    const name = checked(names, { kind, others: all });
    const id = freeId(name.en ?? "", new Set(all.map((one) => one.id)));
    await repository.insertTag(trx, { id, kind, name, position: null });
    await announceChange(trx, null);
    return {
      result: undefined,
      changes: [{ subject: { kind: "tag", id }, before: null, after: { kind, name } }],
    };
  });
}

/** Changes the names of a tag, wherever it is shown. */
export async function renameTag(
  acting: Acting,
  { id, from, names }: { id: string; from: Texts; names: Texts },
): Promise<void> {
  await audited(acting, { action: "tag.change" }, async (trx) => {
    await repository.lockTags(trx);
    const all = await repository.listAll(trx);
    const tag = requireTag(all, id);
    const name = checked(names, { kind: tag.kind, others: all.filter((one) => one !== tag) });
    if (isSame(tag.name, name)) return { result: undefined, changes: [] };
    if (!isSame(tag.name, from)) throw changed(acting);
    await repository.rename(trx, id, name);
    await refreshMany(trx, await listTagged(trx, [id]));
    await announceChange(trx, null);
    const change = { subject: { kind: "tag", id }, before: { name: tag.name }, after: { name } };
    return { result: undefined, changes: [change] };
  });
}

/** Deletes a tag and takes it from every series and draft. A day long {@link undoTag} brings it back. */
export async function deleteTag(acting: Acting, id: string): Promise<void> {
  await audited(acting, { action: "tag.delete" }, async (trx) => {
    await repository.lockTags(trx);
    const { kind, name, series } = requireTag(await repository.listAll(trx), id);
    await requireNotAtHome(trx, id);
    const tagged = await listTagged(trx, [id]);
    const drafts = await repository.lockDrafts(trx, id);
    await repository.moveAside(trx, id, acting.clock.now());
    const dropped = await dropEqualDrafts(trx, drafts);
    const stayed = drafts.filter((one) => !one.tags.includes(id) && !dropped.includes(one));
    await repository.keepDrafts(trx, id, [
      ...dropped,
      ...stayed.map((one) => ({ ...one, stayed: true as const })),
    ]);
    await refreshMany(trx, tagged);
    await announceChange(trx, null);
    return {
      result: undefined,
      changes: [{ subject: { kind: "tag", id }, before: { kind, name, series }, after: null }],
    };
  });
}

/** Brings back a deleted tag, with the series and drafts that had it. */
export async function undoTag(acting: Acting, id: string): Promise<void> {
  await audited(acting, { action: "tag.undo" }, async (trx) => {
    await repository.lockTags(trx);
    const all = await repository.listAll(trx);
    const since = new Date(acting.clock.now().getTime() - UNDOABLE_MS);
    const kept = await repository.takeBack(trx, id, since);
    // A repeated request finds it back already.
    if (!kept && all.some((one) => one.id === id)) return { result: undefined, changes: [] };
    if (!kept) throw notFound();
    if (all.some((one) => one.id === id)) throw changed(acting);
    const { kind, position, series } = kept;
    const name = checked(kept.name, { kind, others: all });
    await repository.insertTag(trx, { id, kind, name, position });
    const discarded = await repository.listDiscarded(trx, kept.drafts.map(seriesOf), kept.at);
    const isDropped = (one: repository.KeptDraft) => typeof one !== "string" && !one.stayed;
    const drafts = kept.drafts.filter((one) => isDropped(one) || !discarded.has(seriesOf(one)));
    const dropped = drafts.filter((one) => typeof one !== "string").filter(isDropped);
    const ids = drafts.filter((one) => typeof one === "string" || one.tags.includes(id)).map(seriesOf);
    await repository.giveBack(trx, { id, series, drafts: ids });
    // In the others nobody took it away: it was not there when they were begun.
    const known = new Set(drafts.map(seriesOf));
    await giveToBegun(trx, id, new Map(Object.entries(series).filter(([one]) => !known.has(one))));
    await restoreDrafts(trx, id, dropped);
    await refreshMany(trx, Object.keys(series));
    await announceChange(trx, null);
    const after = { kind, name, series: Object.keys(series).length };
    return { result: undefined, changes: [{ subject: { kind: "tag", id }, before: null, after }] };
  });
}

function seriesOf(draft: repository.KeptDraft): string {
  return typeof draft === "string" ? draft : draft.series;
}

/** Puts the categories in another order. */
export async function orderCategories(
  acting: Acting,
  { from, order }: { from: readonly string[]; order: readonly string[] },
): Promise<void> {
  await audited(acting, { action: "tag.order" }, async (trx) => {
    await repository.lockTags(trx);
    const present = (await repository.listAll(trx)).filter(({ kind }) => kind === "category");
    const ids = present.map(({ id }) => id);
    if (ids.join() === order.join()) return { result: undefined, changes: [] };
    if (ids.join() !== from.join() || ids.toSorted().join() !== order.toSorted().join())
      throw changed(acting);
    await repository.writeOrder(trx, order);
    await announceChange(trx, null);
    const subject = { kind: "tag", id: "order" };
    return { result: undefined, changes: [{ subject, before: { order: ids }, after: { order } }] };
  });
}

/** Returns the tag with an id. */
export function requireTag(all: readonly repository.TagRow[], id: string): repository.TagRow {
  const tag = all.find((one) => one.id === id);
  if (!tag) throw notFound();
  return tag;
}

/** Refuses to take away a tag whose series home shows, or would show when its draft is published. */
export async function requireNotAtHome(db: Db, id: string): Promise<void> {
  const { live, sections } = await readHome(db);
  const shown = [...live, ...sections].find(({ source }) => source.type === "tag" && source.tag === id);
  if (!shown) return;
  const isLive = live.some(
    (section) => section.id === shown.id && section.source.type === "tag" && section.source.tag === id,
  );
  const section = textIn(shown.title, "en") || shown.id;
  throw refused("id", (t) => t(isLive ? "tagFault.atHome" : "tagFault.atHomeDraft", { section }));
}

/** Returns the refusal of a change to what somebody changed since the operator saw it. */
export function changed({ clock }: Acting): DomainError {
  return changedMeanwhile({ by: null, at: clock.now() });
}

function checked(
  names: Texts,
  { kind, others }: { kind: string; others: readonly repository.TagRow[] },
): Texts {
  const name = Object.fromEntries(
    languages.flatMap((code) => {
      const text = (names[code] ?? "").trim().replace(/\s+/g, " ");
      return text === "" ? [] : [[code, text]];
    }),
  ) as Texts;
  const faults = languages.flatMap((code) => faultOf(name[code], { code, kind, others }));
  if (name.en === undefined) faults.unshift(faultAt("names.en", (t) => t("tagFault.english")));
  if (faults.length > 0) throw invalid(faults);
  return name;
}

function faultOf(
  text: string | undefined,
  { code, kind, others }: { code: keyof Texts; kind: string; others: readonly repository.TagRow[] },
): FieldFault[] {
  if (text === undefined) return [];
  const field = `names.${code}`;
  if (text.length > MAX_NAME_LENGTH)
    return [faultAt(field, (t) => t("tagFault.long", { most: MAX_NAME_LENGTH, length: text.length }))];
  const same = others.find(
    (one) => one.kind === kind && one.name[code]?.toLowerCase() === text.toLowerCase(),
  );
  if (!same) return [];
  const id = kind === "category" ? "tagFault.sameCategory" : "tagFault.sameTag";
  return [faultAt(field, (t) => t(id, { name: text }))];
}

function freeId(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name) || "tag";
  if (!taken.has(slug)) return slug;
  for (let at = 2; ; at += 1) {
    const id = `${slug.slice(0, MAX_ID_LENGTH - 5)}-${at}`;
    if (!taken.has(id)) return id;
  }
}

function isSame(one: Texts, other: Texts): boolean {
  return languages.every((code) => (one[code] ?? "") === (other[code] ?? ""));
}

function refused(field: string, say: Say): DomainError {
  return invalid([faultAt(field, say)]);
}
