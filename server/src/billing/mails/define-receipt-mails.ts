import { createPurchaseLink } from "#accounts";
import type { Email } from "#platform/mail/email";
import type { Billing } from "../records/billing.ts";
import { billingMails } from "../records/mail-kinds.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { findEmailOf, findReceipt, listReceipts, type ReceiptRow } from "../records/receipts/repository.ts";
import { findRefund } from "../records/refunds/repository.ts";
import { newWithdrawalKey } from "../records/withdrawals/keys.ts";
import { withdrawableUntil } from "../records/withdrawals/promise.ts";
import { findWithdrawalById } from "../records/withdrawals/repository.ts";
import { staysUntil } from "../records/withdrawals/stays-until.ts";
import { type EmailLinks, receiptEmail } from "./receipt-email.ts";
import { refundEmail } from "./refund-email.ts";
import { returnedEmail } from "./returned-email.ts";
import { withdrawalEmail } from "./withdrawal-email.ts";

/** Longer than the terms of any order promise a withdrawal. */
const KEYS_KEPT_MS = 400 * 86_400_000;

/** Defines the emails about purchases: written from the issued documents, to the address on them. */
export function defineReceiptMails(billing: Billing): void {
  const { db, mail, origin } = billing;
  const linksOf = ({ content: { order } }: ReceiptRow): EmailLinks => ({
    account: `${origin}/individual`,
    watch: order.kind === "unlock" ? `${origin}/unlocked` : `${origin}/`,
    contact: `${origin}/contactUs`,
  });
  // A receipt without an address is shown on the account page only.
  const addressed = (row: ReceiptRow | undefined, write: typeof receiptEmail, more = {}): Email | null =>
    row?.content.buyer ? write(row.content, row.content.buyer, { ...linksOf(row), ...more }) : null;
  mail.define<{ orderId: string }>(billingMails.receipt, async ({ orderId }) => {
    const issued = await listReceipts(db, orderId);
    const receipt = issued.find(({ kind }) => kind === "receipt");
    const [withdraw, claim] = await Promise.all([
      withdrawLink(billing, orderId),
      claimLink(billing, orderId, receipt?.content.buyer ?? null),
    ]);
    return addressed(receipt, receiptEmail, { withdraw, claim });
  });
  mail.define<{ receiptId: string }>(billingMails.refund, async ({ receiptId }) =>
    addressed(await findReceipt(db, receiptId), refundEmail),
  );
  const addressOf = async ({ email, visitor_id }: OrderRow): Promise<string | null> =>
    email ?? (visitor_id === null ? null : findEmailOf(db, visitor_id));
  mail.define<{ withdrawalId: string }>(billingMails.withdrawal, async ({ withdrawalId }) => {
    const withdrawal = await findWithdrawalById(db, withdrawalId);
    const order = withdrawal && (await findOrder(db, withdrawal.order_id));
    const to = order ? await addressOf(order) : null;
    if (!order || to === null) return null;
    const until = await staysUntil(db, order, withdrawal.at);
    return withdrawalEmail({ order, withdrawal, staysUntil: until, to, account: `${origin}/individual` });
  });
  mail.define<{ refundId: string }>(billingMails.returned, async ({ refundId }) => {
    const refund = await findRefund(db, refundId);
    const order = refund && (await findOrder(db, refund.order_id));
    if (!order) return null;
    const to = await addressOf(order);
    return to === null ? null : returnedEmail({ order, refund, to, account: `${origin}/individual` });
  });
}

/** Returns the address at which a guest makes what they bought theirs on every device; null for a member. */
async function claimLink(
  { db, origin, clock }: Billing,
  orderId: string,
  to: string | null,
): Promise<string | null> {
  const visitorId = (await findOrder(db, orderId))?.visitor_id ?? null;
  const code =
    visitorId === null || to === null ? null : await createPurchaseLink(db, clock, { visitorId, to });
  return code === null ? null : `${origin}/claim?${new URLSearchParams({ code }).toString()}`;
}

/** Returns the address at which an order's customer withdraws without signing in; null once that is over, or where nothing was paid. */
async function withdrawLink({ db, origin, clock, policy }: Billing, orderId: string): Promise<string | null> {
  const order = await findOrder(db, orderId);
  const at = clock.now();
  if (!order || withdrawableUntil(order, policy, at) === null) return null;
  const key = await newWithdrawalKey(db, { orderId, at, outdated: new Date(at.getTime() - KEYS_KEPT_MS) });
  return `${origin}/withdraw?${new URLSearchParams({ order: orderId, key }).toString()}`;
}
