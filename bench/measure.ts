/** What a measurement must reach: a ratio to its limit, or a figure of its own in the row's unit. */
export type Goal =
  | { ratioAtLeast: number }
  | { ratioAtMost: number }
  | { atLeast: number }
  | { atMost: number };

/** One line of the results. `limit` is what the limit program did in the same minute; null where there is none. */
export interface Row {
  what: string;
  unit: string;
  ours: number;
  limit: number | null;
  /** The median of the rounds' ratios: what drifts between rounds falls out. */
  ratio: number | null;
  /** Null: printed to be read beside the others. */
  goal: Goal | null;
}

/** What a measurement brings home. `missing`: what could not be measured, and what to do about it. */
export interface Outcome {
  rows: Row[];
  missing: string[];
  /** How it was measured, for the reader of the figures. */
  notes: string[];
}

/** The figures of several rounds, by name. */
export type Rounds<K extends string> = Record<K, number>[];

/**
 * Runs the programs in turn, round after round, so that what drifts drifts for all of them.
 * @returns for each program the figures of its rounds
 */
export async function interleave<P extends string, K extends string>(
  count: number,
  programs: Record<P, (round: number) => Promise<Record<K, number>>>,
): Promise<Record<P, Rounds<K>>> {
  const names = Object.keys(programs) as P[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<P, Rounds<K>>;
  for (let round = 0; round < count; round++) {
    for (const name of names) results[name].push(await programs[name](round));
  }
  return results;
}

/** The middle of a list; of an even number the lower one of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN;
}

/** A row from the rounds of ours and of the limit. `scale` turns the measured figure into the row's unit. */
export function compare<K extends string>(
  row: { what: string; unit: string; goal: Goal | null; figure: K; scale?: number },
  ours: Rounds<K>,
  limit: Rounds<K> | null,
): Row {
  const { what, unit, goal, figure, scale = 1 } = row;
  const own = ours.map((round) => round[figure]);
  const other = limit?.map((round) => round[figure]) ?? null;
  return {
    what,
    unit,
    ours: median(own) * scale,
    limit: other && median(other) * scale,
    ratio: other && median(own.map((value, round) => value / (other[round] ?? Number.NaN))),
    goal,
  };
}

/** Whether a row reaches its goal; null where it has none. */
export function isReached({ goal, ours, ratio }: Row): boolean | null {
  if (goal === null) return null;
  if ("atMost" in goal) return ours <= goal.atMost;
  if ("atLeast" in goal) return ours >= goal.atLeast;
  if (ratio === null) return false;
  return "ratioAtLeast" in goal ? ratio >= goal.ratioAtLeast : ratio <= goal.ratioAtMost;
}
