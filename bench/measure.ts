/** The goal of a row: a ratio to its limit, or a figure in the row's unit. */
export type Goal =
  | { ratioAtLeast: number }
  | { ratioAtMost: number }
  | { atLeast: number }
  | { atMost: number };

/** A row of the results. `limit` is the limit program's figure in the same minute; null if there is none. */
export interface Row {
  what: string;
  unit: string;
  ours: number;
  limit: number | null;
  /** The median of the rounds' ratios, which cancels drift between rounds. */
  ratio: number | null;
  /** Null for a row without a goal. */
  goal: Goal | null;
}

/** The result of a measurement. `missing` lists what could not be measured, and the remedy. */
export interface Outcome {
  rows: Row[];
  missing: string[];
  /** How it was measured. */
  notes: string[];
}

/** The figures of several rounds by name. */
export type Rounds<K extends string> = Record<K, number>[];

/**
 * How long a server is loaded before it is measured, in seconds. V8 compiles what runs often in several steps, the last of them after
 * some ten thousand requests: the rate grows for about six seconds, and a server runs for weeks.
 */
export const WARM_UP_SECONDS = 8;

/** Runs the programs alternately, so that drift affects all of them. Returns the figures of each program's rounds. */
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

/** Returns the median of a list; of an even number the lower one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN;
}

/** Returns the value below which a share of sorted values lies. */
export function share(sorted: readonly number[], of: number): number {
  return sorted[Math.ceil(sorted.length * of) - 1] ?? Number.NaN;
}

/** Returns a row from the rounds of ours and of the limit. `scale` converts a figure into the row's unit. */
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

/** Returns a row of a figure that has no limit program beside it. */
export function alone(what: string, unit: string, ours: number, goal: Goal | null): Row {
  return { what, unit, ours, limit: null, ratio: null, goal };
}

/** Returns whether a row reaches its goal; null if it has none. */
export function isReached({ goal, ours, ratio }: Row): boolean | null {
  if (goal === null) return null;
  if ("atMost" in goal) return ours <= goal.atMost;
  if ("atLeast" in goal) return ours >= goal.atLeast;
  if (ratio === null) return false;
  return "ratioAtLeast" in goal ? ratio >= goal.ratioAtLeast : ratio <= goal.ratioAtMost;
}
