import { type Acting, audited } from "#platform/db/audit";
import { invalid, notFound } from "#platform/http/errors";
import type { MessageId } from "#platform/messages";
import { faultAt } from "#platform/said";
import type { Billing } from "../../records/billing.ts";
import { billingMails } from "../../records/mail-kinds.ts";
import { findOrder } from "../../records/orders/repository.ts";
import { listReceipts } from "../../records/receipts/repository.ts";

/** Mails the receipt of an order again, to the address that it names. */
export async function sendReceiptAgain({ mail }: Billing, acting: Acting, orderId: string): Promise<void> {
  if (!(await findOrder(acting.db, orderId))) throw notFound();
  await audited(acting, { action: "order.receipt.send" }, async (trx) => {
    const receipt = (await listReceipts(trx, orderId)).find(({ kind }) => kind === "receipt");
    if (!receipt) throw refused("receiptFault.none");
    if (receipt.content.buyer === null) throw refused("receiptFault.noAddress");
    if (!mail.available) throw refused("receiptFault.noMail");
    await mail.send(trx, billingMails.receipt, { orderId });
    const subject = { kind: "order", id: orderId };
    return { result: undefined, changes: [{ subject, after: { receipt: receipt.content.number } }] };
  });
}

function refused(id: MessageId) {
  return invalid([faultAt("orderId", (t) => t(id))]);
}
