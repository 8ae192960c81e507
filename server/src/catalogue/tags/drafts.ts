import type { SeriesContent } from "@cliffhanger/contract";
import type { Trx } from "#platform/db/database";
import { differingFields } from "../editing/fields.ts";
import { draftOn } from "../editing/order.ts";
import * as editing from "../editing/repository.ts";

/** The tags of a draft that is none any more, because the deletion of a tag made it say the same as what is live. */
export interface DroppedDraft {
  series: string;
  /** As the draft had them before. */
  tags: string[];
}

/** Contents hold the titles of all episodes, and a tag may be in thousands of drafts. */
const AT_ONCE = 200;

/**
 * Removes those of these drafts that say the same as what is live: nothing of them is unpublished. Their series are locked.
 * @returns which they were
 */
export async function dropEqualDrafts(trx: Trx, drafts: readonly DroppedDraft[]): Promise<DroppedDraft[]> {
  const dropped: DroppedDraft[] = [];
  for (let at = 0; at < drafts.length; at += AT_ONCE) {
    const some = drafts.slice(at, at + AT_ONCE);
    const ids = some.map(({ series }) => series);
    const [live, stored] = [await editing.listContents(trx, ids), await editing.listDrafts(trx, ids)];
    const equal = some.filter(({ series }) => isEqual(live.get(series), stored.get(series)));
    await editing.deleteDrafts(
      trx,
      equal.map(({ series }) => series),
    );
    dropped.push(...equal);
  }
  return dropped;
}

function isEqual(live: SeriesContent | undefined, draft: SeriesContent | undefined): boolean {
  return (
    live !== undefined && draft !== undefined && differingFields(live, draftOn(live, draft)).length === 0
  );
}

/** Gives a tag, which is back, to the drafts that were begun while there was none: their series had it in these places. */
export async function giveToBegun(trx: Trx, tag: string, places: ReadonlyMap<string, number>): Promise<void> {
  const all = [...places.keys()];
  for (let at = 0; at < all.length; at += AT_ONCE)
    for (const [series, content] of await editing.listDrafts(trx, all.slice(at, at + AT_ONCE)))
      if (!content.tags.includes(tag)) {
        const tags = content.tags.toSpliced(places.get(series) ?? 0, 0, tag);
        await editing.saveDraft(trx, series, { ...content, tags });
      }
}

/** Begins the drafts again that were none without a tag, which is back. Drafts that were begun since are left as they are. */
export async function restoreDrafts(trx: Trx, tag: string, dropped: readonly DroppedDraft[]): Promise<void> {
  for (let at = 0; at < dropped.length; at += AT_ONCE) {
    const some = dropped.slice(at, at + AT_ONCE);
    const ids = some.map(({ series }) => series);
    const [live, begun] = [await editing.listContents(trx, ids), await editing.listDrafts(trx, ids)];
    for (const { series, tags } of some) {
      const content = live.get(series);
      if (!content || begun.has(series)) continue;
      const next = { ...content, tags: tagsAgain(content.tags, tags, tag) };
      if (differingFields(content, next).length > 0) await editing.saveDraft(trx, series, next);
    }
  }
}

/** Returns the tags of a draft. Where other tags were published since, only the one that is back is as the draft had it. */
function tagsAgain(live: readonly string[], former: readonly string[], tag: string): string[] {
  const others = (tags: readonly string[]) => tags.filter((each) => each !== tag);
  if (others(live).toSorted().join() === others(former).toSorted().join()) return [...former];
  if (!former.includes(tag)) return others(live);
  return live.includes(tag) ? [...live] : [...live, tag];
}
