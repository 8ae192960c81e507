import type { Db } from "#platform/db/database";
import type { Scope } from "../funnel/repository.ts";
import { type Begun, type BegunRow, readStarters } from "./repository.ts";

/** How a group of visitors who began a series went on. */
export interface RetentionGroup {
  /** How they came; empty: everybody. */
  key: string;
  began: number;
  /** Reached the paywall; paid there; went past it without paying, as members do; left there. */
  wall: { reached: number; paid: number; members: number; left: number };
  /** How many reached each episode, from the first. */
  reached: number[];
}

/** Returns how those who began a series went on: everybody, and those who came in some ways; and when half had left each episode. */
export async function readSeriesRetention(
  db: Db,
  { id, free, episodes }: { id: string; free: number; episodes: number },
  scope: Pick<Scope, "from" | "to" | "touch">,
  kinds: readonly string[],
): Promise<Pick<Begun, "halfLeftAt"> & { groups: RetentionGroup[] }> {
  const { rows, halfLeftAt } = await readStarters(db, id, scope);
  const hasWall = free < episodes;
  const groupOf = (key: string, some: readonly BegunRow[]): RetentionGroup => ({
    key,
    began: sum(some),
    wall: hasWall ? wallOf(some, free) : { reached: 0, paid: 0, members: 0, left: 0 },
    reached: Array.from({ length: episodes }, (_, at) => sum(some.filter(({ depth }) => depth > at))),
  });
  const groups = [
    groupOf("", rows),
    ...kinds.map((kind) =>
      groupOf(
        kind,
        rows.filter((row) => row.kind === kind),
      ),
    ),
  ];
  return { groups, halfLeftAt };
}

function wallOf(rows: readonly BegunRow[], free: number): RetentionGroup["wall"] {
  const reached = rows.filter(({ sawWall, depth, paid }) => sawWall || paid || depth > free);
  const paid = reached.filter((row) => row.paid);
  const members = reached.filter((row) => !row.paid && row.depth > free);
  const left = reached.filter((row) => !row.paid && row.depth <= free);
  return { reached: sum(reached), paid: sum(paid), members: sum(members), left: sum(left) };
}

function sum(rows: readonly BegunRow[]): number {
  return rows.reduce((total, { visitors }) => total + visitors, 0);
}

/** Where visitors leave a series. */
export interface Loss {
  /** The last episode that they watched. */
  episode: number;
  /** Whether they left at the paywall after it, instead of within it. */
  isWall: boolean;
  left: number;
  /** In percent of those with whom this part of the series begins: all, or those who went past the paywall. */
  points: number;
}

/** Returns where most leave, the greatest share first. Those who only watch the last episode to its end have left nothing. */
export function lossesOf({ began, reached, wall }: RetentionGroup, free: number, limit: number): Loss[] {
  const past = reached[free] ?? 0;
  const losses = reached.slice(0, -1).flatMap((count, at) => {
    const episode = at + 1;
    const base = episode <= free ? began : past;
    const loss = (left: number, isWall: boolean) => ({
      episode,
      isWall,
      left,
      points: base === 0 ? 0 : (100 * left) / base,
    });
    const gone = count - (reached[at + 1] ?? 0);
    // Whoever paid and watched nothing since has not left there.
    return episode === free
      ? [
          loss(wall.left, true),
          loss(Math.max(0, gone - wall.left - (wall.paid + wall.members - past)), false),
        ]
      : [loss(gone, false)];
  });
  return losses
    .filter(({ left }) => left > 0)
    .toSorted((a, b) => b.points - a.points || a.episode - b.episode)
    .slice(0, limit);
}
