import { type Acting, audited } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { changedMeanwhile } from "#platform/http/errors";
import * as repository from "./repository.ts";

const KEY = "refundAmount";
const DEFAULT = 50;

/** Returns what support may refund of an order alone, in whole units of the order's currency. */
export async function readRefundAmount(db: Db): Promise<number> {
  const stored = Number((await repository.listSiteSettings(db))[KEY] ?? DEFAULT);
  return Number.isSafeInteger(stored) && stored >= 0 ? stored : DEFAULT;
}

/** Sets the refund amount, unless it is no longer the one that the operator saw. */
export async function setRefundAmount(
  acting: Acting,
  { from, amount }: { from: number; amount: number },
): Promise<void> {
  await audited(acting, { action: "site.set" }, async (trx) => {
    const before = await readRefundAmount(trx);
    if (before !== from) throw changedMeanwhile({ current: before });
    await repository.upsertSiteSetting(trx, {
      key: KEY,
      value: String(amount),
      updated_at: acting.clock.now(),
    });
    const subject = { kind: "setting", id: KEY };
    return { result: undefined, changes: [{ subject, before: { value: before }, after: { value: amount } }] };
  });
}
