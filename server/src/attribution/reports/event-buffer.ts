import { type ReportEvent, reportNames } from "@cliffhanger/contract";
import { type Db, inTransaction } from "#platform/db/database";
import { type Numbers, openCounters } from "./counters.ts";
import { dayOf } from "./days.ts";
import { type FigureName, figuresOf } from "./figures.ts";
import {
  addEpisodeErrors,
  addEvents,
  addFigures,
  type DayFigure,
  type EpisodeErrors,
  type EventCount,
} from "./repository.ts";

/**
 * Maximum size of what waits. Most events fall into the same few rows; this is enough for a day with thousands of
 * series.
 */
const LIMITS = { rows: 5_000, bytes: 2 ** 20 };

/** An event to count. An event with an id counts once. */
export type Counted = Pick<ReportEvent, "event" | "seriesId" | "episodeId" | "props"> & { eventId?: string };

/** Counts that are not written yet. */
export interface EventBuffer {
  /** Counts an event on a day. Returns false if there is no space. */
  add(source: EventCount["source"], event: Counted, at: Date): boolean;
  /** Writes all counts. If the write fails they are retained when `keep` says so, and the error is thrown. */
  write(db: Db, isRetained: (error: unknown) => boolean): Promise<void>;
  rows(): number;
  bytes(): number;
}

const known: ReadonlySet<string> = new Set(reportNames);

/** Opens an empty buffer. */
export function openEventBuffer(): EventBuffer {
  const events = openCounters(LIMITS);
  const figures = openCounters(LIMITS);
  const errors = openCounters(LIMITS);
  const parts = [events, figures, errors];

  function putBack(taken: readonly Numbers[]): void {
    for (const [at, numbers] of taken.entries())
      for (const [key, amount] of numbers) parts[at]?.add(key, amount);
  }

  return {
    add(source, event, at) {
      const day = dayOf(at);
      const name = known.has(event.event) ? event.event : "other";
      if (!events.add([day, source, name, event.seriesId ?? ""].join(" "), 1)) return false;
      if (source === "beacon") return true;
      if (event.event === "play_error" && event.episodeId && !errors.add(`${day} ${event.episodeId}`, 1))
        return false;
      return figuresOf(event).every(({ rendition, network, figure, detail, amount }) =>
        figures.add([day, rendition, network, figure, detail].join(" "), amount),
      );
    },
    async write(db, isRetained) {
      const [takenEvents, takenFigures, takenErrors] = [events.take(), figures.take(), errors.take()];
      if (takenEvents.size + takenFigures.size + takenErrors.size === 0) return;
      try {
        await inTransaction(db, async (trx) => {
          if (takenEvents.size > 0) await addEvents(trx, [...takenEvents].map(eventOf));
          if (takenFigures.size > 0) await addFigures(trx, [...takenFigures].map(figureOf));
          if (takenErrors.size > 0) await addEpisodeErrors(trx, [...takenErrors].map(errorsOf));
        });
      } catch (error) {
        if (isRetained(error)) putBack([takenEvents, takenFigures, takenErrors]);
        throw error;
      }
    },
    rows: () => parts.reduce((sum, part) => sum + part.rows(), 0),
    bytes: () => parts.reduce((sum, part) => sum + part.bytes(), 0),
  };
}

function eventOf([key, count]: [string, number]): EventCount {
  const [day = "", source, event = "", series = ""] = key.split(" ");
  return { day, source: source === "beacon" ? "beacon" : "report", event, series, count };
}

function figureOf([key, amount]: [string, number]): DayFigure {
  const [day = "", rendition, network = "", figure, detail = ""] = key.split(" ");
  return { day, rendition: Number(rendition), network, figure: figure as FigureName, detail, amount };
}

function errorsOf([key, count]: [string, number]): EpisodeErrors {
  const [day = "", episode = ""] = key.split(" ");
  return { day, episode, count };
}
