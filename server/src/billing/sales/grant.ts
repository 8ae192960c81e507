import type { Clock } from "#platform/clock";
import { type Db, inTransaction } from "#platform/db/database";
import { newId } from "#platform/ids";
import {
  findMemberId,
  type GrantRow,
  insertGrant,
  lockGrant,
  revokeGrant,
} from "../records/grants/repository.ts";
import { noteMove } from "../records/log.ts";

/** What is wrong with a grant, as a sentence for the operator. */
export class GrantError extends Error {}

/** What is granted: days of full access, or one series permanently. */
export type Gift = { days: number } | { seriesId: string };

const dayMs = 86_400_000;
const MOST_DAYS = 3660;

/** Grants a member free access. It can be revoked, and is independent of what they pay for. */
export async function giveGrant(
  { db, clock }: { db: Db; clock: Clock },
  email: string,
  gift: Gift,
): Promise<GrantRow> {
  if ("days" in gift && (!Number.isSafeInteger(gift.days) || gift.days < 1 || gift.days > MOST_DAYS))
    throw new GrantError(`Give a whole number of days from 1 to ${MOST_DAYS}.`);
  return inTransaction(db, async (trx) => {
    const visitorId = await findMemberId(trx, email.trim().toLowerCase());
    if (visitorId === undefined)
      throw new GrantError(
        `Nobody has an account with ${email}. They register first; then this can be given.`,
      );
    const at = clock.now();
    const id = newId(at);
    const row: GrantRow = {
      id,
      visitor_id: visitorId,
      scope: "days" in gift ? "membership" : "series",
      series_id: "days" in gift ? null : gift.seriesId,
      source_type: "grant",
      source_id: id,
      valid_from: at,
      valid_to: "days" in gift ? new Date(at.getTime() + gift.days * dayMs) : null,
      suspended_at: null,
      revoked_at: null,
      created_at: at,
    };
    await insertGrant(trx, row);
    await noteMove(
      trx,
      { clock },
      { subject: "grant", subjectId: id, from: null, to: "given", cause: "operator" },
    );
    return row;
  });
}

/** Revokes a grant at once; the member's other entitlements stay. */
export async function takeGrant({ db, clock }: { db: Db; clock: Clock }, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await lockGrant(trx, id);
    if (!row) throw new GrantError(`There is no grant "${id}". npm run grant -- --list shows them.`);
    if (row.revoked_at) throw new GrantError("That grant was taken back already.");
    const at = clock.now();
    if (row.valid_to && row.valid_to <= at) throw new GrantError("That grant has ended by itself.");
    await revokeGrant(trx, id, at);
    await noteMove(
      trx,
      { clock },
      { subject: "grant", subjectId: id, from: "given", to: "taken", cause: "operator" },
    );
  });
}
