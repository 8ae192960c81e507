import type { Visit } from "#accounts";
import { inTransaction, type Trx } from "#platform/db/database";
import type { Attribution } from "../attribution.ts";
import { LOOKBACK_MS } from "../lookback.ts";
import { noteTouch } from "./note-touch.ts";
import { readClick, readLanding } from "./read-landing.ts";
import { listTouches, lockVisitor } from "./repository.ts";
import type { Arrival } from "./touch.ts";

/**
 * Stores how a visitor came: by the landing that their browser reported, or, if there was none and no touch is known,
 * by the click in their requests (R35, R36, R58).
 */
export async function noteVisit(attribution: Attribution, visit: Visit): Promise<void> {
  const { landing, referrer, click } = visit;
  const reported = landing === undefined ? null : readLanding({ landing, referrer }, attribution.hosts);
  const carried = landing === undefined ? readClick(click) : null;
  const arrival = reported ?? carried;
  if (!arrival) return;
  await inTransaction(attribution.db, async (trx) => {
    const { visitorId, language } = visit;
    const at = attribution.clock.now();
    const visitor = await lockVisitor(trx, visitorId);
    if (!visitor || (!reported && (await isStale(trx, visitorId, visitor.createdAt, at)))) return;
    await noteTouch(trx, { visitorId, arrival, language, at });
  });
}

/** Stores the click in an order's request, if no touch of its member is known. Runs in the order's transaction. */
export async function noteOrderClick(
  trx: Trx,
  {
    visitorId,
    arrival,
    language,
    at,
  }: { visitorId: string; arrival: Arrival; language: Visit["language"]; at: Date },
): Promise<void> {
  const visitor = await lockVisitor(trx, visitorId);
  if (visitor && !(await isStale(trx, visitorId, visitor.createdAt, at)))
    await noteTouch(trx, { visitorId, arrival, language, at });
}

/** A browser sends a click id for ever. It is new only for a visitor without any touch, stored or already deleted. */
async function isStale(trx: Trx, visitorId: string, createdAt: Date, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - LOOKBACK_MS);
  return createdAt <= since || (await listTouches(trx, visitorId, since)).length > 0;
}
