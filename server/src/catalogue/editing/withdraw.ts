import { type Acting, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { DomainError } from "#platform/http/errors";
import { announceChange } from "../events.ts";
import { refreshSearch } from "../search/maintain.ts";
import { type Edited, keep, readEdited, requireVersion } from "./edit.ts";
import * as repository from "./repository.ts";

/** Which series to withdraw, and for whom. */
export interface Withdrawal {
  id: string;
  version: number;
  /** Also for those who bought it. */
  everybody: boolean;
  /** Why; it stands in the audit log. */
  reason: string | null;
}

/** Returns whether a withdrawal would change something: a withdrawn series can still be closed for its buyers. */
export function isWithdrawable({ state, withdrawn }: Edited, everybody: boolean): boolean {
  return state === "live" || (state === "withdrawn" && everybody && withdrawn?.everybody === false);
}

/**
 * Withdraws a live series: everybody stops seeing it but those who bought it, or they too. What is planned of it waits.
 * `check` refuses an effect that the operator did not see, within the transaction.
 */
export async function withdrawLive(
  acting: Acting,
  { id, version, everybody, reason }: Withdrawal,
  check: (trx: Trx, edited: Edited) => Promise<void>,
): Promise<void> {
  await audited(acting, { action: "series.withdraw", reason }, async (trx) => {
    const edited = await readEdited(trx, id, { lock: true });
    requireVersion(edited, version);
    if (!isWithdrawable(edited, everybody)) throw new DomainError(409, "already_so");
    await check(trx, edited);
    const at = acting.clock.now();
    await repository.markWithdrawn(trx, id, { at, closed: everybody });
    await keep(acting, trx, { edited, next: edited.content, cause: "withdraw", fields: [], at });
    await refreshSearch(trx, [id]);
    await announceChange(trx, id);
    const change = {
      subject: { kind: "series", id },
      before: { state: edited.state, everybody: edited.withdrawn?.everybody ?? false },
      after: { state: "withdrawn", everybody },
    };
    return { result: undefined, changes: [change] };
  });
}
