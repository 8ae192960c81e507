import type { Trx } from "#platform/db/database";
import { moveSteps } from "../steps/repository.ts";
import { numberOf } from "../touches/channel.ts";
import { firstAndLast, MAX_TOUCHES } from "../touches/note-touch.ts";
import {
  deleteOthers,
  dropTokens,
  listCredited,
  listOwnTokens,
  listTouches,
  moveTouches,
  replaceChannel,
} from "../touches/repository.ts";

/** Moves a guest's touches and steps to a member. Credits no one who turns out to have opened their own link (T17). */
export async function mergeTouches(trx: Trx, guestId: string, memberId: string, at: Date): Promise<void> {
  await moveTouches(trx, guestId, memberId);
  await moveSteps(trx, guestId, memberId);
  const own = [...(await listOwnTokens(trx, guestId)), ...(await listOwnTokens(trx, memberId))];
  await dropTokens(trx, memberId, own);
  for (const { id, kind, campaign, language } of await listCredited(trx, memberId, own)) {
    const alone = campaign === "" ? ("direct" as const) : ("utm" as const);
    const rest = { kind: kind === "token" ? alone : kind, campaign, language, token: "" };
    await replaceChannel(trx, memberId, id, await numberOf(trx, rest, at));
  }
  const touches = await listTouches(trx, memberId, new Date(0));
  const ends = firstAndLast(touches);
  if (touches.length > MAX_TOUCHES && ends)
    await deleteOthers(
      trx,
      memberId,
      ends.map(({ id }) => id),
    );
}
