import type { TagMergeEffect } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { effectHash, effectOrRefusal, requireEffect } from "#platform/effect";
import { invalid } from "#platform/http/errors";
import { announceChange } from "../events.ts";
import { refreshMany } from "../search/maintain.ts";
import { listTagged } from "../search/repository.ts";
import { textIn } from "../texts.ts";
import { requireNotAtHome, requireTag } from "./edit.ts";
import * as repository from "./repository.ts";

/** Which tag takes the place of which. */
export interface Merge {
  id: string;
  into: string;
}

/** Answers what merging two tags would do, or why they are not merged. */
export async function previewMerge(db: Db, merge: Merge): Promise<TagMergeEffect> {
  return effectOrRefusal(async () => {
    const { hash, sentences } = await effectOf(db, merge);
    return { hash, sentences };
  });
}

/** Puts one tag in the place of another with the effect that the operator saw. */
export async function mergeTags(
  acting: Acting,
  { effect: seen, ...merge }: Merge & { effect?: string | undefined },
): Promise<void> {
  await audited(acting, { action: "tag.merge" }, async (trx) => {
    await repository.lockTags(trx);
    const { hash, tag } = await effectOf(trx, merge);
    requireEffect(hash, seen, { by: null, at: acting.clock.now() });
    const tagged = await listTagged(trx, [merge.id]);
    await repository.replaceTag(trx, merge.id, merge.into);
    await refreshMany(trx, tagged);
    await announceChange(trx, null);
    const { kind, name, series } = tag;
    const subject = { kind: "tag", id: merge.id };
    return {
      result: undefined,
      changes: [{ subject, before: { kind, name, series }, after: { into: merge.into } }],
    };
  });
}

async function effectOf(db: Db, { id, into }: Merge) {
  const all = await repository.listAll(db);
  const [tag, other] = [requireTag(all, id), requireTag(all, into)];
  if (id === into || tag.kind !== other.kind)
    throw invalid([
      {
        field: "into",
        message: "Two of one kind are merged: choose another tag for a tag, another category for a category.",
      },
    ]);
  await requireNotAtHome(db, id);
  const uses = await repository.countUses(db, id, into);
  const [name, otherName] = [textIn(tag.name, "en"), textIn(other.name, "en")];
  const many = (count: number) => (count === 1 ? "1 series" : `${count.toLocaleString("en")} series`);
  const sentences = [
    uses.series === 0
      ? `No series has “${name}”.`
      : `${many(uses.series)} with “${name}” ${uses.series === 1 ? "gets" : "get"} “${otherName}” instead${uses.both > 0 ? `; ${uses.both} ${uses.both === 1 ? "has" : "have"} both` : ""}.`,
    ...(uses.drafts > 0
      ? [`So ${uses.drafts === 1 ? "does 1 draft" : `do ${uses.drafts} drafts`} of unpublished changes.`]
      : []),
    `“${name}” is gone at once, and its page lists nothing. Links to it lead there.`,
    "This cannot be undone.",
  ];
  return { tag, sentences, hash: effectHash([id, into, tag.name, other.name, uses]) };
}
