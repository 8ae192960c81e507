import type { AccountListener, ExportFiles } from "#accounts";
import { mergePurchases } from "./merge/merge-purchases.ts";
import type { Billing } from "./records/billing.ts";
import { anonymiseBuyers, exportBilling } from "./records/erasure/repository.ts";
import { listBuyers } from "./records/merge/repository.ts";
import { readdressOrders } from "./records/orders/repository.ts";
import { cancelForLeaving } from "./subscriptions/cancel.ts";
import { endAtOnce } from "./subscriptions/end.ts";

const files: ExportFiles = {
  orders: "exports.files.orders",
  subscription: "exports.files.subscription",
  receipts: "exports.files.receipts",
  withdrawals: "exports.files.withdrawals",
};

/**
 * Connects billing to the accounts domain. A deletion request stops charges. After erasure the gateways
 * delete the saved instruments; orders, receipts and the ledger stay, as the law requires, but anonymous.
 * A sign-in moves what the guest bought, and a guest with an order is never deleted. Emails about orders follow a changed address.
 */
export function billingListener(billing: Billing): AccountListener {
  return {
    leaves: (trx, visitorId) => cancelForLeaving(trx, billing, visitorId),
    async erased(trx, visitorIds) {
      await endAtOnce(trx, billing, visitorIds);
      await anonymiseBuyers(trx, visitorIds);
    },
    moved: readdressOrders,
    merged: (trx, change) => mergePurchases(trx, billing, change),
    exported: (db, visitorId) => exportBilling(db, visitorId),
    files,
    hasDataOf: listBuyers,
    mustKeep: listBuyers,
  };
}
