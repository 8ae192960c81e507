import type {
  AuditAction,
  ConsoleSeries,
  FieldValue,
  SeriesContent,
  SeriesVersion,
} from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { changedMeanwhile, DomainError, invalid, notFound } from "#platform/http/errors";
import { newId } from "#platform/ids";
import { faultAt } from "#platform/said";
import { announceChange } from "../events.ts";
import { publishHeld } from "../releasing/repository.ts";
import { refreshSeries } from "../repository.ts";
import { refreshSearch } from "../search/maintain.ts";
import { differingFields, faultOfField, isSame, pickFields, readField, withField } from "./fields.ts";
import { type CheckNumbers, draftOn, numbersAs, requireReleasable } from "./order.ts";
import * as repository from "./repository.ts";

/** A series as an operator edits it. `live` is what viewers see, or would see of a draft. */
export interface Edited extends repository.EditedRow {
  live: SeriesContent;
  /** With the changes that are not published. */
  content: SeriesContent;
  hasDraft: boolean;
  /** Since when it is withdrawn, and whether for those too who bought it. */
  withdrawn: { at: Date; everybody: boolean } | null;
}

/** Reads a series for an operator. */
export async function readEdited(db: Db, id: string, { lock = false } = {}): Promise<Edited> {
  const row = await repository.findEdited(db, id, { lock });
  // Read after the lock: the lock's own statement would see what a change before it left out.
  const contents = row && (await repository.findContents(db, id));
  if (!row || !contents) throw notFound();
  const { live, draft } = contents;
  const withdrawn =
    row.state === "withdrawn" ? { at: row.withdrawnAt ?? row.changedAt, everybody: row.closed } : null;
  if (!draft) return { ...row, live, content: live, hasDraft: false, withdrawn };
  return { ...row, live, content: draftOn(live, draft), hasDraft: true, withdrawn };
}

/** Returns a series as the contract describes it, but for the name of who changed it. */
export function describeEdited(
  edited: Edited,
): Omit<ConsoleSeries, "changedBy"> & { changedBy: string | null } {
  const { id, state, version, content, live, hasDraft, createdAt, changedAt, changedBy } = edited;
  const { withdrawn } = edited;
  return {
    id,
    state,
    withdrawn: withdrawn && { ...withdrawn, at: withdrawn.at.toISOString() },
    version,
    content,
    unpublished: hasDraft ? differingFields(live, content) : null,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    changedBy,
  };
}

/** A change of one field: what the operator saw, and what they want. */
export interface FieldChange {
  path: string;
  from: FieldValue;
  to: FieldValue;
}

/**
 * Changes fields of a series, in its draft when it is live. Fields that someone else changed since the operator saw them
 * refuse the whole change, with their present values; other changes meanwhile do not matter.
 */
export async function changeSeries(
  acting: Acting,
  { id, set }: { id: string; set: readonly FieldChange[] },
): Promise<void> {
  await editing(acting, { id, action: "series.change", cause: "change" }, async (trx, edited) => {
    const faults = set.flatMap(({ path, to }) => {
      const fault = faultOfField(edited.content, path, to);
      return fault === null ? [] : [faultAt(path, fault)];
    });
    if (faults.length > 0) throw invalid(faults);
    const conflicts = set.filter(({ path, from, to }) => {
      const present = readField(edited.content, path) ?? null;
      return !isSame(present, from) && !isSame(present, to);
    });
    if (conflicts.length > 0) throw conflicting(edited, conflicts);
    const next = set.reduce((content, { path, to }) => withField(content, path, to), edited.content);
    await requireKnownTags(trx, next.tags);
    if (Object.keys(next.title).length === 0)
      throw invalid([faultAt("title.en", (t) => t("seriesFault.noTitle"))]);
    return next;
  });
}

function conflicting(edited: Edited, conflicts: readonly FieldChange[]): DomainError {
  const current = Object.fromEntries(
    conflicts.map(({ path }) => [path, readField(edited.content, path) ?? null]),
  );
  return changedSince(edited, current);
}

/** Returns the refusal of a change to what somebody changed since the operator saw it; `current` is what it is now. */
export function changedSince(
  { changedBy, changedAt }: Edited,
  current: Record<string, unknown> = {},
): DomainError {
  return changedMeanwhile({ current, by: changedBy, at: changedAt });
}

async function requireKnownTags(trx: Trx, tags: readonly string[]): Promise<void> {
  const known = await repository.findTags(trx, tags);
  const unknown = tags.filter((tag) => !known.includes(tag));
  if (unknown.length > 0)
    throw invalid([faultAt("tags", (t) => t("seriesFault.tagsGone", { tags: unknown.join(", ") }))]);
}

/**
 * Makes an earlier version the content of a series, in its draft when it is live. `check` refuses its numbers, within the
 * transaction.
 */
export async function restoreVersion(
  acting: Acting,
  { id, version, restore }: { id: string; version: number; restore: number },
  check: CheckNumbers,
): Promise<void> {
  await editing(acting, { id, version, action: "series.restore", cause: "restore" }, async (trx, edited) => {
    const kept = await repository.findVersion(trx, id, restore);
    if (!kept) throw notFound();
    const tags = await repository.findTags(trx, kept.tags);
    const episodes = Object.fromEntries(
      Object.entries(edited.content.episodes).map(([one, title]) => [one, kept.episodes[one] ?? title]),
    );
    const keepsNumbers = edited.state === "live" || edited.hasDraft;
    const numbers = numbersAs(edited.content.numbers, kept.numbers, { keepsNumbers });
    await requireReleasable(trx, id, { from: edited.live.numbers, to: numbers });
    await check(trx, { from: edited.content.numbers, to: numbers });
    return { ...kept, tags: kept.tags.filter((tag) => tags.includes(tag)), episodes, numbers };
  });
}

/** Discards the draft of a live series. */
export async function discardDraft(
  acting: Acting,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await editing(acting, { id, version, action: "series.discard", cause: "discard" }, async (_trx, edited) => {
    if (!edited.hasDraft) throw new DomainError(409, "already_so");
    return edited.live;
  });
}

/** What a change of a series is, besides its content. */
interface Edit {
  id: string;
  /** The version that the operator saw, when the act is about the whole series. */
  version?: number;
  action: AuditAction;
  cause: SeriesVersion["cause"];
}

/** Where a change went: to viewers, into the draft of a live series, or nowhere because it changed nothing. */
export type Edition = "shown" | "draft" | "unchanged";

/** Changes the content of a series, in its draft when it is live, with its version and its row in the audit log. */
export async function editing(
  acting: Acting,
  { id, version, action, cause }: Edit,
  work: (trx: Trx, edited: Edited) => Promise<SeriesContent>,
): Promise<Edition> {
  return audited<Edition>(acting, { action }, async (trx) => {
    const edited = await readEdited(trx, id, { lock: true });
    requireVersion(edited, version);
    const next = await work(trx, edited);
    const fields = differingFields(edited.content, next);
    if (fields.length === 0) return { result: "unchanged", changes: [] };
    const at = acting.clock.now();
    const isShown = edited.state !== "live" && !edited.hasDraft;
    // A draft that was begun while the series was live waits until it is published again.
    if (isShown) await show(trx, id, next, at);
    else if (differingFields(edited.live, next).length === 0) await repository.deleteDraft(trx, id);
    else await repository.saveDraft(trx, id, next);
    await keep(acting, trx, { edited, next, cause, fields, at });
    const subject = { kind: "series", id };
    const [before, after] = [pickFields(edited.content, fields), pickFields(next, fields)];
    return { result: isShown ? "shown" : "draft", changes: [{ subject, before, after }] };
  });
}

/** Changes a series as one of many, in its draft when it is live: whatever its present values are. */
export async function changeOneOfMany(
  acting: Acting,
  id: string,
  change: { free?: number; addTags?: readonly string[]; removeTags?: readonly string[] },
): Promise<Edition> {
  const { addTags = [], removeTags = [] } = change;
  return editing(acting, { id, action: "series.change", cause: "change" }, async (trx, { content }) => {
    const kept = content.tags.filter((tag) => !removeTags.includes(tag));
    const tags = [...new Set([...kept, ...addTags])];
    if (addTags.length > 0) await requireKnownTags(trx, tags);
    return { ...content, tags, free: change.free ?? content.free };
  });
}

/** Refuses an act about the whole series when somebody changed it since the operator saw it. */
export function requireVersion(edited: Edited, version: number | undefined): void {
  if (version === undefined || version === edited.version) return;
  throw changedSince(edited);
}

/** Writes content to where viewers see it, with what is made from it. */
async function show(trx: Trx, id: string, content: SeriesContent, at: Date): Promise<void> {
  await repository.writeContent(trx, id, content, at);
  await refreshSearch(trx, [id]);
  await announceChange(trx, id);
}

/** Keeps the new version; and the one before, when there is none yet. */
export async function keep(
  { by }: Acting,
  trx: Trx,
  kept: { edited: Edited; next: SeriesContent; cause: SeriesVersion["cause"]; fields: string[]; at: Date },
): Promise<void> {
  const { edited, cause, fields, at } = kept;
  const { id: seriesId } = edited;
  const before = {
    version: edited.version,
    cause: "begin" as const,
    content: edited.content,
    fields: [],
    at: edited.changedAt,
    actor: edited.changedBy ?? "",
  };
  const next = { version: edited.version + 1, cause, content: kept.next, fields, at, actor: by.id };
  await repository.insertVersion(trx, seriesId, { before, next });
}

/**
 * Publishes a series: its draft whole, and the episodes that waited for it. `check` refuses what is not ready, within the
 * transaction.
 */
export async function publishSeries(
  acting: Acting,
  { id, version }: { id: string; version: number },
  check: (trx: Trx, content: SeriesContent) => Promise<void>,
): Promise<void> {
  await audited(acting, { action: "series.publish" }, async (trx) => {
    const edited = await readEdited(trx, id, { lock: true });
    requireVersion(edited, version);
    await check(trx, edited.content);
    await requireReleasable(trx, id, { from: edited.live.numbers, to: edited.content.numbers });
    const at = acting.clock.now();
    const fields = differingFields(edited.live, edited.content);
    await repository.writeContent(trx, id, edited.content, at);
    await repository.deleteDraft(trx, id);
    await publishHeld(trx, id, at);
    await refreshSeries(trx, id, at);
    await keep(acting, trx, { edited, next: edited.content, cause: "publish", fields, at });
    await refreshSearch(trx, [id]);
    await announceChange(trx, id);
    const change = {
      subject: { kind: "series", id },
      before: { state: edited.state, ...pickFields(edited.live, fields) },
      after: { state: "live", ...pickFields(edited.content, fields) },
    };
    return {
      result: undefined,
      changes: [{ ...change, after: { ...change.after, version: edited.version + 1 } }],
    };
  });
}

/** Creates a draft. */
export async function createDraft(
  acting: Acting,
  trx: Trx,
  draft: Pick<SeriesContent, "title" | "language" | "free"> & { id: string },
): Promise<void> {
  await repository.insertDraftSeries(trx, { ...draft, at: acting.clock.now(), by: acting.by.id });
}

/**
 * Returns the episode that a file is for, or the one of a series with a number; a new one is hidden until the series is
 * published. Undefined when the file's episode was removed.
 */
export async function ensureEpisode(
  acting: Acting,
  trx: Trx,
  { episodeId, ...episode }: { seriesId: string; number: number; episodeId: string | null },
): Promise<{ id: string; number: number; assetId: string | null } | undefined> {
  if (episodeId !== null) return repository.findEpisodeFilm(trx, episodeId);
  return repository.ensureEpisode(trx, newId(acting.clock.now()), episode);
}

/** Accepts a finding of a series. */
export async function acceptFinding(
  acting: Acting,
  { id, key, word }: { id: string; key: string; word: string },
): Promise<void> {
  await audited(acting, { action: "series.accept", reason: word }, async (trx) => {
    if (!(await repository.findEdited(trx, id))) throw notFound();
    await repository.saveAccepted(trx, {
      series_id: id,
      key,
      word,
      at: acting.clock.now(),
      actor: acting.by.id,
    });
    const subject = { kind: "series", id };
    return { result: undefined, changes: [{ subject, before: null, after: { accepted: key } }] };
  });
}
