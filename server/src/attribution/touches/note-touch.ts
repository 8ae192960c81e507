import type { Language } from "@cliffhanger/contract";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { LOOKBACK_MS } from "../lookback.ts";
import { channelOf, numberOf } from "./channel.ts";
import { deleteOthers, insertTouch, listOwnTokens, listTouches, type TouchRow } from "./repository.ts";
import { type Arrival, clickKinds, type Touch } from "./touch.ts";

/** Maximum number of touches per visitor. Beyond that only the first and the last are stored. */
export const MAX_TOUCHES = 50;
/** The same link again within this time is a page reload. */
const SAME_VISIT_MS = 30 * 60_000;

/** A visitor's arrival. */
export interface TimedArrival {
  visitorId: string;
  arrival: Arrival;
  language: Language;
  at: Date;
}

/** Returns the first touch and the last one that counts: a direct visit does not replace an ad. */
export function firstAndLast(touches: readonly TouchRow[]): [first: TouchRow, last: TouchRow] | null {
  const [first] = touches;
  const last = touches.findLast(({ record }) => record.kind !== "direct") ?? touches.at(-1);
  return first && last ? [first, last] : null;
}

/**
 * Stores a visitor's arrival unless it is known. The caller has locked the visitor. Their own share link does not
 * count.
 */
export async function noteTouch(trx: Trx, { visitorId, arrival, language, at }: TimedArrival): Promise<void> {
  const known = await listTouches(trx, visitorId, new Date(at.getTime() - LOOKBACK_MS));
  const given: Touch = { ...arrival, language, at: at.toISOString() };
  const touch = given.token === null ? given : await withoutOwnToken(trx, visitorId, given);
  if (known.some((row) => isKnown(row, touch, at))) return;
  const own = await numberOf(trx, channelOf(touch), at);
  const [first, last] = firstAndLast(known) ?? [];
  if (known.length >= MAX_TOUCHES && first && last) await deleteOthers(trx, visitorId, [first.id, last.id]);
  await insertTouch(trx, {
    id: newId(at),
    visitor_id: visitorId,
    at,
    record: touch,
    own_channel: own,
    first_channel: first?.own_channel ?? own,
    last_channel: touch.kind === "direct" ? (last?.own_channel ?? own) : own,
  });
}

/** Removes a token that belongs to the visitor: opening a link one shared credits no one (T17). */
async function withoutOwnToken(trx: Trx, visitorId: string, touch: Touch): Promise<Touch> {
  const own = await listOwnTokens(trx, visitorId);
  if (touch.token === null || !own.includes(touch.token)) return touch;
  if (touch.kind !== "token") return { ...touch, token: null };
  if (Object.keys(touch.utm).length > 0)
    return { ...touch, token: null, kind: "utm", value: touch.utm.source ?? null };
  return { ...touch, token: null, kind: "direct", value: null };
}

/** A click counts once, however often its page is loaded. TikTok's id may come back under Facebook's name (R36). */
function isKnown({ record, at: before }: TouchRow, touch: Touch, at: Date): boolean {
  if (clickKinds.includes(touch.kind))
    return record.value === touch.value && (record.kind === touch.kind || record.kind === "tiktok");
  if (touch.kind === "direct") return before.toISOString().slice(0, 10) === at.toISOString().slice(0, 10);
  return (
    at.getTime() - before.getTime() < SAME_VISIT_MS &&
    record.kind === touch.kind &&
    record.value === touch.value &&
    record.utm.campaign === touch.utm.campaign
  );
}
