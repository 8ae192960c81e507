import { inTransaction } from "#platform/db/database";
import { listBalances } from "../records/balance/repository.ts";
import type { Billing } from "../records/billing.ts";
import { type Found, findDifferences, inspectMissing, saveFindings } from "../records/findings/repository.ts";

/**
 * Compares our records with what the gateways' lines say, and stores the differences. They are evidence only: none of them
 * changes an order. A payment whose webhook was lost is inspected.
 */
export async function reconcile({ db, log }: Pick<Billing, "db" | "log">, now: Date): Promise<number> {
  const found = [...(await findDifferences(db, now)), ...(await differentBalances(db))];
  const inspected = await inTransaction(db, async (trx) => {
    await saveFindings(trx, found, now);
    return inspectMissing(trx, now);
  });
  if (inspected > 0)
    log.info({ inspected }, "Lines of a balance are missing here; their payments are inspected");
  return found.length;
}

async function differentBalances(db: Billing["db"]): Promise<Found[]> {
  const balances = await listBalances(db);
  return balances
    .filter((one) => one.gateway_amount !== one.lines_amount || one.lines_amount !== one.ledger_amount)
    .map((one) => ({
      kind: "balance",
      subject: `${one.gateway}:${one.currency}`,
      gateway: one.gateway,
      order_id: null,
      currency: one.currency,
      amount: one.gateway_amount,
      detail: { lines: one.lines_amount, ledger: one.ledger_amount },
    }));
}
