import { type ReleasingEpisode, saveReleaseAt } from "#catalogue";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import * as repository from "./repository.ts";
import { type Moment, momentsOf } from "./times.ts";

/** Numbers of episodes with the moment they are released at. */
export interface PlannedDrop {
  numbers: number[];
  moment: Moment;
}

/**
 * Gives these episodes a time: one that comes before others with a time joins the drop of the next of them, so that it holds up
 * none; for the rest it makes the drops that the plan lacks, after those that there are.
 */
export async function extend(given: {
  trx: Trx;
  seriesId: string;
  plan: repository.PlanRow;
  episodes: readonly ReleasingEpisode[];
  now: Date;
  by: string;
}): Promise<PlannedDrop[]> {
  const { trx, seriesId, plan, episodes, now, by } = given;
  const open = await repository.listOpenDrops(trx, seriesId);
  const [last, joined] = byNextDrop(open, episodes);
  for (const { drop, episodes: some } of joined) {
    const ids = some.map(({ id }) => id);
    await repository.joinDrop(trx, drop.id, ids, { now, by });
    await saveReleaseAt(trx, ids, drop.at);
  }
  const after = open.reduce((latest, { at }) => (at > latest ? at : latest), now);
  const count = Math.ceil(last.length / plan.perTime);
  const planned = momentsOf(plan, { after, count }).map((moment, at) => ({
    moment,
    episodes: last.slice(at * plan.perTime, (at + 1) * plan.perTime),
  }));
  for (const drop of planned)
    await addDrop({ trx, seriesId, moment: drop.moment, ids: drop.episodes.map(({ id }) => id), now, by });
  const joinedDrops = joined.map(({ drop: { localAt, zone, at }, episodes: some }) => ({
    moment: { localAt, zone, at, moved: null },
    episodes: some,
  }));
  return [...joinedDrops, ...planned].map(({ moment, episodes: some }) => ({
    moment,
    numbers: some.map(({ number }) => number),
  }));
}

/** Episodes that join a drop. */
interface Joining {
  drop: repository.DropRow;
  episodes: ReleasingEpisode[];
}

/** Separates the episodes after all that have a time from those that come before one, which join its drop. */
function byNextDrop(
  open: readonly repository.DropRow[],
  episodes: readonly ReleasingEpisode[],
): [last: ReleasingEpisode[], joined: Joining[]] {
  const timed = open
    .flatMap((drop) => drop.episodes.map(({ number, releasedAt }) => ({ drop, number, releasedAt })))
    .filter(({ releasedAt }) => releasedAt === null)
    .toSorted((one, other) => one.number - other.number);
  const dropBefore = ({ number }: ReleasingEpisode) => timed.find((one) => one.number > number)?.drop ?? null;
  const groups = Map.groupBy(episodes, dropBefore);
  const joined = [...groups].flatMap(([drop, some]) => (drop ? [{ drop, episodes: some }] : []));
  return [groups.get(null) ?? [], joined];
}

/** Makes a drop of these episodes, and returns its id. */
export async function addDrop(drop: {
  trx: Trx;
  seriesId: string;
  moment: Moment;
  ids: readonly string[];
  now: Date;
  by: string;
}): Promise<string> {
  const { trx, seriesId, moment, ids, now, by } = drop;
  const id = newId(now);
  await repository.insertDrop(trx, { id, seriesId, moment, episodeIds: ids, now, by });
  await saveReleaseAt(trx, ids, moment.at);
  return id;
}
