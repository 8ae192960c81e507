/** The processes that measure something: those that answer requests, those that work in the background, or both. */
export type MeterRole = "web" | "worker" | "both";

/** A metric. Every label has a closed list of values; any other value is counted as `other`. */
export interface Definition<L extends string = string> {
  name: string;
  help: string;
  role: MeterRole;
  labels: Readonly<Record<L, ReadonlySet<string>>>;
}

/** A counter. `zero` lists the label values that begin at 0, so that the first increase is seen. */
export interface CounterDefinition<L extends string> extends Definition<L> {
  zero?: readonly Readonly<Record<L, string>>[];
}

/** A histogram, with the upper ends of its buckets. */
export interface HistogramDefinition<L extends string> extends Definition<L> {
  buckets: readonly number[];
}

/** A value with its labels. */
export interface Sample<L extends string = string> {
  labels: Readonly<Record<L, string>>;
  value: number;
}

type Labels<L extends string> = Readonly<Record<L, string>>;

/** Where the parts of the app register what they measure. A metric of another role is not exported. */
export interface Meters {
  /** Registers a counter and returns a function that adds to it, 1 by default. */
  counter<L extends string>(definition: CounterDefinition<L>): (labels: Labels<L>, amount?: number) => void;
  /** Registers a histogram and returns a function that adds an observation. */
  histogram<L extends string>(definition: HistogramDefinition<L>): (labels: Labels<L>, value: number) => void;
  /** Registers values that are read at each scrape. */
  gauge<L extends string>(
    definition: Definition<L>,
    read: () => readonly Sample<L>[] | Promise<readonly Sample<L>[]>,
  ): void;
  /** Registers a counter that is maintained elsewhere and read at each scrape. */
  counts<L extends string>(definition: Definition<L>, read: () => readonly Sample<L>[]): void;
}

/** Measures nothing: for processes without metrics, and tests. */
export const noMeters: Meters = {
  counter: () => () => undefined,
  histogram: () => () => undefined,
  gauge: () => undefined,
  counts: () => undefined,
};

/** Returns the samples of a metric without labels. */
export function plain(value: number): Sample<never>[] {
  return [{ labels: {}, value }];
}

/** Upper ends of buckets for calls to services on other machines, in seconds. */
export const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
