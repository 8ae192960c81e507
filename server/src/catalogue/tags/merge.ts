import type { Language, TagMergeEffect } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { effectHash, effectOrRefusal, requireEffect } from "#platform/effect";
import { invalid } from "#platform/http/errors";
import { messagesIn, type Translate } from "#platform/messages";
import { faultAt } from "#platform/said";
import { announceChange } from "../events.ts";
import { refreshMany } from "../search/maintain.ts";
import { listTagged } from "../search/repository.ts";
import { textIn } from "../texts.ts";
import { dropEqualDrafts } from "./drafts.ts";
import { requireNotAtHome, requireTag } from "./edit.ts";
import * as repository from "./repository.ts";

/** Which tag takes the place of which. */
export interface Merge {
  id: string;
  into: string;
}

/** Answers what merging two tags would do, or why they are not merged, in the operator's language. */
export async function previewMerge(db: Db, merge: Merge, language: Language): Promise<TagMergeEffect> {
  return effectOrRefusal(language, async () => {
    const effect = await effectOf(db, merge);
    return { hash: effect.hash, sentences: sentencesOf(effect, messagesIn(language)) };
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
    const drafts = await repository.lockDrafts(trx, merge.id);
    await repository.replaceTag(trx, merge.id, merge.into);
    await dropEqualDrafts(trx, drafts);
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
  if (id === into || tag.kind !== other.kind) throw invalid([faultAt("into", (t) => t("tagFault.kinds"))]);
  await requireNotAtHome(db, id);
  const uses = await repository.countUses(db, id, into);
  return { tag, other, uses, hash: effectHash([id, into, tag.name, other.name, uses]) };
}

function sentencesOf({ tag, other, uses }: Awaited<ReturnType<typeof effectOf>>, t: Translate): string[] {
  const names = { name: textIn(tag.name, "en"), other: textIn(other.name, "en") };
  const { series, both, drafts } = uses;
  const counted = { ...names, count: series };
  return [
    series === 0
      ? t("effect.merge.none", { name: names.name })
      : both > 0
        ? t("effect.merge.both", { ...counted, both })
        : t("effect.merge.series", counted),
    ...(drafts > 0 ? [t("effect.merge.drafts", { count: drafts })] : []),
    t("effect.merge.gone", { name: names.name }),
    t("effect.merge.final"),
  ];
}
