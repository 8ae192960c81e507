import type { AccountListener, ExportFiles } from "#accounts";
import type { Billing } from "./records/billing.ts";
import { forgetBuyer, readMoneyOf } from "./records/erasure/repository.ts";
import { cancelForLeaving } from "./subscriptions/cancel.ts";
import { endAtOnce } from "./subscriptions/end.ts";

const files: ExportFiles = {
  orders: "exports.files.orders",
  subscription: "exports.files.subscription",
  receipts: "exports.files.receipts",
};

/**
 * What money does when accounts change. Whoever asks to be deleted is charged no more. Once they are erased, what they
 * could be charged by is forgotten at the gateways; orders, receipts and the books stay, as the law asks, without the
 * person. Guests own nothing.
 */
export function billingListener(billing: Billing): AccountListener {
  return {
    leaves: (trx, visitorId) => cancelForLeaving(trx, billing, visitorId),
    async erased(trx, visitorId) {
      await endAtOnce(trx, billing, visitorId);
      await forgetBuyer(trx, visitorId);
    },
    exported: (db, visitorId) => readMoneyOf(db, visitorId),
    files,
    hasDataOf: async () => [],
  };
}
