import type { Visit } from "#accounts";
import { inTransaction, type Trx } from "#platform/db/database";
import type { Attribution } from "../attribution.ts";
import { lookbackMs } from "../lookback.ts";
import { noteTouch } from "./note-touch.ts";
import { readClick, readLanding } from "./read-landing.ts";
import { holdVisitor, listTouches } from "./repository.ts";
import type { Arrival } from "./touch.ts";

/**
 * Notes how somebody came: by the landing that their browser told, or, where none was told and nothing is known of them, by
 * the click that their requests carry (R35, R36, R58).
 */
export async function noteVisit(attribution: Attribution, visit: Visit): Promise<void> {
  const { landing, referrer, click } = visit;
  const told = landing === undefined ? null : readLanding({ landing, referrer }, attribution.hosts);
  const carried = landing === undefined ? readClick(click) : null;
  const arrival = told ?? carried;
  if (!arrival) return;
  await inTransaction(attribution.db, async (trx) => {
    const { visitorId, language } = visit;
    const at = attribution.clock.now();
    const visitor = await holdVisitor(trx, visitorId);
    if (!visitor || (!told && (await isStale(trx, visitorId, visitor.createdAt, at)))) return;
    await noteTouch(trx, { visitorId, arrival, language, at });
  });
}

/**
 * Notes the click that an order's request carried, where nothing is known of how its member came. The caller's transaction
 * is the order's.
 */
export async function noteCarried(
  trx: Trx,
  {
    visitorId,
    arrival,
    language,
    at,
  }: { visitorId: string; arrival: Arrival; language: Visit["language"]; at: Date },
): Promise<void> {
  const visitor = await holdVisitor(trx, visitorId);
  if (visitor && !(await isStale(trx, visitorId, visitor.createdAt, at)))
    await noteTouch(trx, { visitorId, arrival, language, at });
}

/** A browser carries a click for ever: it is news only of somebody of whom no touch was kept, nor forgotten by now. */
async function isStale(trx: Trx, visitorId: string, createdAt: Date, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - lookbackMs);
  return createdAt <= since || (await listTouches(trx, visitorId, since)).length > 0;
}
