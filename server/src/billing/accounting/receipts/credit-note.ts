import type { Trx } from "#platform/db/database";
import type { Billing } from "../../records/billing.ts";
import { billingMails } from "../../records/mail-kinds.ts";
import type { OrderRow } from "../../records/orders/repository.ts";
import { listReceipts } from "../../records/receipts/repository.ts";
import { keepReceipt, toldOf } from "./issue.ts";
import { noTax } from "./tax.ts";

/** Money that went back. */
export interface Credited {
  id: string;
  amount: number;
}

/**
 * Issues the credit note of a refund that was done, and has it mailed, in the transaction that settles the refund: once a
 * refund, and never more in all than the receipt was about. False where there is nothing to take back on paper.
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
  // A second payment by mistake went back, or a refund that failed before was made again: nothing is credited twice.
  if (amount <= 0) return false;
  const { content } = receipt;
  const note = await keepReceipt(
    trx,
    billing,
    { order, seq: notes.length + 1 },
    {
      ...(await toldOf(trx, billing, order)),
      kind: "credit_note",
      lines: content.lines.map(({ title }) => ({ title, amount })),
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
      },
    },
  );
  await billing.mail.send(trx, billingMails.refund, { receiptId: note.id });
  return true;
}
