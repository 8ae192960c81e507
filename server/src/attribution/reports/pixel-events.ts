import { type PixelEvent, pixelEvents } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { dayBefore, dayOf } from "./days.ts";
import { listLastDays } from "./repository.ts";

const DAYS = 28;

/** Returns the events that pixels receive, with the last day on which browsers reported each to us. */
export async function listPixelEvents(db: Db, now: Date): Promise<PixelEvent[]> {
  const days = { first: dayBefore(now, DAYS - 1), last: dayOf(now) };
  const last = await listLastDays(db, pixelEvents, days);
  return pixelEvents.map((event) => ({ event, lastOn: last.get(event) ?? null }));
}
