import type { Trx } from "#platform/db/database";
import type { Billing } from "../../records/billing.ts";
import { billingMails } from "../../records/mail-kinds.ts";
import type { OrderRow } from "../../records/orders/repository.ts";
import { listReceipts } from "../../records/receipts/repository.ts";
import { contentBaseOf, storeReceipt } from "./issue.ts";
import { noTax } from "./tax.ts";

/** The refund that a credit note documents. */
export interface Credited {
  id: string;
  amount: number;
  /** Whether the membership ends with it; null: it ends when nothing of the order is left. */
  ends_membership?: boolean | null;
}

/**
 * Issues and emails the credit note of a refund, in the transaction that settles the refund: once per refund, and in total
 * never more than the receipt. Returns false when nothing is left to credit.
 */
export async function issueCreditNote(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  refund: Credited,
): Promise<boolean> {
  const issued = await listReceipts(trx, order.id);
  const receipt = issued.find(({ kind }) => kind === "receipt");
  const notes = issued.filter(({ kind }) => kind === "credit_note");
  if (!receipt || notes.some(({ content }) => content.credits?.refundId === refund.id)) return false;
  const credited = notes.reduce((sum, note) => sum + note.amount, 0);
  const amount = Math.min(refund.amount, receipt.amount - credited);
  // A second payment was returned, or a failed refund was repeated: nothing is credited twice.
  if (amount <= 0) return false;
  const { content } = receipt;
  const note = await storeReceipt(
    trx,
    billing,
    { order, seq: notes.length + 1 },
    {
      ...(await contentBaseOf(trx, billing, order)),
      kind: "credit_note",
      lines: content.lines.slice(0, 1).map(({ title }) => ({ title, amount })),
      currency: content.currency,
      total: amount,
      tax: noTax({ amount, currency: content.currency }),
      paidWith: content.paidWith,
      period: content.period,
      renewal: null,
      credits: {
        number: content.number,
        refundId: refund.id,
        whole: amount === receipt.amount,
        ...(refund.ends_membership == null ? {} : { ends: refund.ends_membership }),
      },
    },
  );
  await billing.mail.send(trx, billingMails.refund, { receiptId: note.id });
  return true;
}
