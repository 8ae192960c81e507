import type { Email } from "#platform/mail/email";
import type { Billing } from "../records/billing.ts";
import { billingMails } from "../records/mail-kinds.ts";
import { findOrder } from "../records/orders/repository.ts";
import { findEmailOf, findReceipt, listReceipts, type ReceiptRow } from "../records/receipts/repository.ts";
import { findRefund } from "../records/refunds/repository.ts";
import { type LetterLinks, receiptLetter } from "./receipt-email.ts";
import { refundLetter } from "./refund-email.ts";
import { returnedLetter } from "./returned-email.ts";

/** Says how the mails about what was bought are written: from the documents that were issued, to the address on them. */
export function defineReceiptMails({ db, mail, origin }: Pick<Billing, "db" | "mail" | "origin">): void {
  const linksOf = ({ content: { order } }: ReceiptRow): LetterLinks => ({
    account: `${origin}/individual`,
    watch: order.kind === "unlock" ? `${origin}/unlocked` : `${origin}/`,
    contact: `${origin}/contactUs`,
  });
  // A receipt that knows no address is on the account page alone.
  const addressed = (row: ReceiptRow | undefined, write: typeof receiptLetter): Email | null =>
    row?.content.buyer ? write(row.content, row.content.buyer, linksOf(row)) : null;
  mail.define<{ orderId: string }>(billingMails.receipt, async ({ orderId }) => {
    const issued = await listReceipts(db, orderId);
    return addressed(
      issued.find(({ kind }) => kind === "receipt"),
      receiptLetter,
    );
  });
  mail.define<{ receiptId: string }>(billingMails.refund, async ({ receiptId }) =>
    addressed(await findReceipt(db, receiptId), refundLetter),
  );
  mail.define<{ refundId: string }>(billingMails.returned, async ({ refundId }) => {
    const refund = await findRefund(db, refundId);
    const order = refund && (await findOrder(db, refund.order_id));
    if (!order) return null;
    const to = order.email ?? (order.visitor_id === null ? null : await findEmailOf(db, order.visitor_id));
    return to === null ? null : returnedLetter({ order, refund, to, account: `${origin}/individual` });
  });
}
