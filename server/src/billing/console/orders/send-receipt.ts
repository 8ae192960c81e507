import { type Acting, audited } from "#platform/db/audit";
import { invalid, notFound } from "#platform/http/errors";
import type { Billing } from "../../records/billing.ts";
import { billingMails } from "../../records/mail-kinds.ts";
import { findOrder } from "../../records/orders/repository.ts";
import { listReceipts } from "../../records/receipts/repository.ts";

/** Mails the receipt of an order again, to the address that it names. */
export async function sendReceiptAgain({ mail }: Billing, acting: Acting, orderId: string): Promise<void> {
  if (!(await findOrder(acting.db, orderId))) throw notFound();
  await audited(acting, { action: "order.receipt.send" }, async (trx) => {
    const receipt = (await listReceipts(trx, orderId)).find(({ kind }) => kind === "receipt");
    const missing = !receipt
      ? "This order has no receipt: nothing was paid for it."
      : receipt.content.buyer === null
        ? "The receipt names no address, so it cannot be mailed."
        : mail.available
          ? null
          : "No mail server is set up, so nothing can be sent.";
    if (!receipt || missing !== null) throw invalid([{ field: "orderId", message: missing ?? "" }]);
    await mail.send(trx, billingMails.receipt, { orderId });
    const subject = { kind: "order", id: orderId };
    return { result: undefined, changes: [{ subject, after: { receipt: receipt.content.number } }] };
  });
}
