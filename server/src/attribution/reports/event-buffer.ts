import { type ReportEvent, reportNames } from "@cliffhanger/contract";
import { type Db, inTransaction } from "#platform/db/database";
import { type Numbers, openCounters } from "./counters.ts";
import { dayOf } from "./days.ts";
import { type FigureName, figuresOf } from "./figures.ts";
import { addEvents, addFigures, type DayFigure, type EventCount } from "./repository.ts";

/**
 * Maximum size of what waits. Most events fall into the same few rows; this is enough for a day with thousands of
 * series.
 */
const LIMITS = { rows: 5_000, bytes: 2 ** 20 };

/** An event to count. An event with an id counts once. */
export type Counted = Pick<ReportEvent, "event" | "seriesId" | "props"> & { eventId?: string };

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

  function putBack(takenEvents: Numbers, takenFigures: Numbers): void {
    for (const [key, count] of takenEvents) events.add(key, count);
    for (const [key, amount] of takenFigures) figures.add(key, amount);
  }

  return {
    add(source, event, at) {
      const day = dayOf(at);
      const name = known.has(event.event) ? event.event : "other";
      if (!events.add([day, source, name, event.seriesId ?? ""].join(" "), 1)) return false;
      if (source === "beacon") return true;
      return figuresOf(event).every(({ rendition, network, figure, detail, amount }) =>
        figures.add([day, rendition, network, figure, detail].join(" "), amount),
      );
    },
    async write(db, isRetained) {
      const [takenEvents, takenFigures] = [events.take(), figures.take()];
      if (takenEvents.size + takenFigures.size === 0) return;
      try {
        await inTransaction(db, async (trx) => {
          if (takenEvents.size > 0) await addEvents(trx, [...takenEvents].map(eventOf));
          if (takenFigures.size > 0) await addFigures(trx, [...takenFigures].map(figureOf));
        });
      } catch (error) {
        if (isRetained(error)) putBack(takenEvents, takenFigures);
        throw error;
      }
    },
    rows: () => events.rows() + figures.rows(),
    bytes: () => events.bytes() + figures.bytes(),
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
