import type { ReportEvent } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { noteSteps } from "../steps/note.ts";
import type { Step, StepName } from "../steps/step.ts";
import { findEpisodes, findSeries } from "./repository.ts";

/** A step as reported by an event, before its episode and series are verified. */
export interface ReportedStep {
  step: StepName;
  /** Empty if it names none. */
  seriesId: string;
  episodeId: string;
  at: Date;
}

/** Maximum number of waiting steps, each below 200 bytes. */
const MAX_STEPS = 5_000;

/** Visitors' steps that are not written yet. */
export interface WaitingSteps {
  /** Queues a step once. Returns false if there is no space. */
  add(visitorId: string, step: ReportedStep): boolean;
  isFull(): boolean;
  /** Writes all steps. If the write fails they are retained when `keep` says so, and the error is thrown. */
  write(db: Db, isRetained: (error: unknown) => boolean): Promise<void>;
  rows(): number;
}

const steps: Readonly<Record<string, StepName>> = {
  first_frame: "first_frame",
  paywall_view: "paywall",
  checkout_start: "checkout",
  InitiateCheckout: "checkout",
};

/** Returns the step that an event reports; null for most events. */
export function stepOf({ event, seriesId = "", episodeId = "" }: ReportEvent, at: Date): ReportedStep | null {
  const step = Object.hasOwn(steps, event) ? steps[event] : undefined;
  return step ? { step, seriesId, episodeId, at } : null;
}

/** Opens the queue of steps. */
export function openWaitingSteps(): WaitingSteps {
  let waiting = new Map<string, ReportedStep & { visitorId: string }>();
  const keyOf = (visitorId: string, { step, seriesId, episodeId }: ReportedStep) =>
    [visitorId, step, seriesId, episodeId].join(" ");

  function add(visitorId: string, reported: ReportedStep): boolean {
    const key = keyOf(visitorId, reported);
    if (waiting.has(key)) return true;
    if (waiting.size >= MAX_STEPS) return false;
    waiting.set(key, { visitorId, ...reported });
    return true;
  }

  return {
    add,
    isFull: () => waiting.size >= MAX_STEPS,
    async write(db, isRetained) {
      const taken = [...waiting.values()];
      waiting = new Map();
      if (taken.length === 0) return;
      try {
        const rows = await rowsOf(db, taken);
        if (rows.length > 0) await noteSteps(db, rows);
      } catch (error) {
        if (isRetained(error)) for (const { visitorId, ...reported } of taken) add(visitorId, reported);
        throw error;
      }
    },
    rows: () => waiting.size,
  };
}

/** Resolves the series and episodes of steps against the database, because a browser may send anything. */
async function rowsOf(db: Db, reported: readonly (ReportedStep & { visitorId: string })[]): Promise<Step[]> {
  const named = (name: "episodeId" | "seriesId") => [...new Set(reported.map((one) => one[name]))];
  const episodes = new Map((await findEpisodes(db, named("episodeId"))).map((one) => [one.id, one]));
  const series = new Set(await findSeries(db, named("seriesId")));
  return reported.flatMap(({ visitorId, step, seriesId, episodeId, at }): Step[] => {
    const episode = episodes.get(episodeId);
    const ofSeries = episode?.seriesId ?? (series.has(seriesId) ? seriesId : "");
    const row: Step = { visitorId, seriesId: ofSeries, step, episodeNumber: 0, at };
    if (step !== "first_frame") return [row];
    return episode ? [row, { ...row, step: "episode", episodeNumber: episode.number }] : [];
  });
}
