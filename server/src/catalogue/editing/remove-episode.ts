import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { invalid, notFound } from "#platform/http/errors";
import { faultAt, type Say } from "#platform/said";
import { announceChange } from "../events.ts";
import { listReleasing, type ReleasingEpisode } from "../releasing/repository.ts";
import { refreshSeries } from "../repository.ts";
import { refreshSearch } from "../search/maintain.ts";
import { type Edited, keep, readEdited } from "./edit.ts";
import { differingFields } from "./fields.ts";
import { orderOf } from "./order.ts";
import * as repository from "./repository.ts";

/** An episode with its series, as an operator sees both before it is removed. */
export interface Removable {
  edited: Edited;
  episode: ReleasingEpisode;
  /** Its number as the operator sees it. */
  number: number;
}

/**
 * Reads an episode that may be removed. One that viewers see may not: who unlocked the series has paid for it, for good. Nor one
 * that a drop waits for, or whose place is not published yet.
 */
export async function readRemovable(db: Db, id: string, { lock = false } = {}): Promise<Removable> {
  const seriesId = await repository.findSeriesOf(db, id);
  if (seriesId === undefined) throw notFound();
  const edited = await readEdited(db, seriesId, { lock });
  const episode = (await listReleasing(db, seriesId)).find((one) => one.id === id);
  if (!episode) throw notFound();
  const number = edited.content.numbers?.[id] ?? episode.number;
  if (episode.isReleased) throw refused((t) => t("effect.episode.live", { number }));
  if (episode.releaseAt !== null) throw refused((t) => t("effect.episode.drop", { number }));
  if (edited.hasDraft && orderOf(edited.live).join() !== orderOf(edited.content).join())
    throw refused((t) => t("effect.episode.draftOrder"));
  return { edited, episode, number };
}

/** Removes an episode that nobody has seen, with its captions and titles. `check` refuses within the transaction. */
export async function removeEpisode(
  acting: Acting,
  id: string,
  check: (trx: Trx, removable: Removable) => Promise<{ film: string | null }>,
): Promise<string> {
  return audited(acting, { action: "episode.remove" }, async (trx) => {
    const removable = await readRemovable(trx, id, { lock: true });
    const { edited, number } = removable;
    const seriesId = edited.id;
    const { film } = await check(trx, removable);
    await repository.deleteEpisode(trx, id);
    const at = acting.clock.now();
    const { content: next } = await readEdited(trx, seriesId);
    const fields = differingFields(edited.content, next);
    await keep(acting, trx, { edited, next, cause: "change", fields, at });
    if (edited.hasDraft) await repository.saveDraft(trx, seriesId, next);
    await refreshSeries(trx, seriesId, at);
    await refreshSearch(trx, [seriesId]);
    await announceChange(trx, seriesId);
    const subject = { kind: "series", id: seriesId };
    const before = { episode: id, number, film, title: edited.content.episodes[id] ?? {} };
    return { result: seriesId, changes: [{ subject, before, after: null }] };
  });
}

function refused(say: Say) {
  return invalid([faultAt("episode", say)]);
}
