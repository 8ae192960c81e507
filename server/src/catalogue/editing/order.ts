import type { SeriesContent } from "@cliffhanger/contract";
import type { Trx } from "#platform/db/database";
import { invalid } from "#platform/http/errors";
import { faultAt, type Say } from "#platform/said";
import { listReleasing } from "../releasing/repository.ts";

type Numbers = Readonly<Record<string, number>>;

/** Refuses the numbers that a change gives to episodes. */
export type CheckNumbers = (trx: Trx, numbers: { from: Numbers | undefined; to: Numbers }) => Promise<void>;

/** Returns the ids of the episodes of content in their order. */
export function orderOf({ numbers = {} }: Pick<SeriesContent, "numbers">): string[] {
  return Object.entries(numbers)
    .toSorted(([, one], [, other]) => one - other)
    .map(([id]) => id);
}

/** Returns episodes with the numbers that content gives them, in that order. */
export function inOrderOf<T extends { id: string; number: number }>(
  { numbers = {} }: Pick<SeriesContent, "numbers">,
  episodes: readonly T[],
): T[] {
  return episodes
    .map((episode) => ({ ...episode, number: numbers[episode.id] ?? episode.number }))
    .toSorted((one, other) => one.number - other.number);
}

/**
 * Returns the numbers that a draft or a version gives to the present episodes. One that does not know an episode leaves it its
 * number; one that no longer fits them leaves all as they are. `keepsNumbers`: only the present numbers are given out again.
 */
export function numbersAs(
  present: Numbers = {},
  wanted: Numbers = {},
  { keepsNumbers = true }: { keepsNumbers?: boolean } = {},
): Record<string, number> {
  const next = Object.fromEntries(
    Object.entries(present).map(([id, number]) => [id, wanted[id] ?? number] as const),
  );
  const given = new Set(Object.values(next));
  const isWhole = given.size === Object.keys(present).length;
  const isAmongPresent = Object.values(present).every((number) => given.has(number));
  return isWhole && (isAmongPresent || !keepsNumbers) ? next : { ...present };
}

/** Returns a draft as it fits a series now: episodes may have come and gone since it was begun. */
export function draftOn(live: SeriesContent, draft: SeriesContent): SeriesContent {
  const episodes = Object.fromEntries(
    Object.entries(live.episodes).map(([one, title]) => [one, draft.episodes[one] ?? title]),
  );
  return { ...draft, episodes, numbers: numbersAs(live.numbers, draft.numbers) };
}

/**
 * Refuses an order that no release could follow: episodes go live by number, so one that waits for its time keeps its place, and
 * one that is not released comes after those that are.
 */
export async function requireReleasable(
  trx: Trx,
  seriesId: string,
  { from = {}, to = {} }: { from: Numbers | undefined; to: Numbers | undefined },
): Promise<void> {
  const numberIn = (numbers: Numbers, id: string) => numbers[id] ?? from[id] ?? 0;
  const moved = Object.keys(from).filter((id) => numberIn(to, id) !== from[id]);
  if (moved.length === 0) return;
  const all = await listReleasing(trx, seriesId);
  const planned = all.find(
    ({ id, isReleased, releaseAt }) => moved.includes(id) && !isReleased && releaseAt !== null,
  );
  if (planned) throw refused((t) => t("orderFault.planned", { number: planned.number }));
  const hidden = all.filter(({ isReleased }) => !isReleased);
  for (const shown of all.filter(({ isReleased }) => isReleased)) {
    const before = hidden.find(
      ({ id }) => numberIn(to, id) < numberIn(to, shown.id) && numberIn(from, id) > numberIn(from, shown.id),
    );
    if (before) throw refused((t) => t("orderFault.hidden", { number: before.number, shown: shown.number }));
  }
}

function refused(say: Say) {
  return invalid([faultAt("order", say)]);
}
