import type { Email } from "#platform/mail/email";
import type { Billing } from "../records/billing.ts";
import { type SubscriptionMail, subscriptionMails } from "../records/mail-kinds.ts";
import { newOrderKey } from "../records/order-key.ts";
import { findOrder } from "../records/orders/repository.ts";
import { findApprovalUrl } from "../records/payments/repository.ts";
import { findSubscription, type SubscriptionRow } from "../records/subscriptions/repository.ts";
import { isLive } from "../subscriptions/membership.ts";
import { cancelledEmail } from "./cancelled-email.ts";
import { confirmCardEmail } from "./confirm-card-email.ts";
import { expiredEmail } from "./expired-email.ts";
import { methodDiedEmail } from "./method-died-email.ts";
import { methodExpiresEmail } from "./method-expires-email.ts";
import { methodRefusedEmail } from "./method-refused-email.ts";
import { renewalDueEmail } from "./renewal-due-email.ts";
import { renewalFailedEmail } from "./renewal-failed-email.ts";
import { renewalReminderEmail } from "./renewal-reminder-email.ts";
import { factsOf, type MembershipFacts } from "./subscription-facts.ts";

/** Defines the emails about a membership: written from its state when they are sent. */
export function defineSubscriptionMails(billing: Billing): void {
  const { db, mail, origin } = billing;

  const aboutOrder = (kind: SubscriptionMail, write: (facts: MembershipFacts, payUrl: string) => Email) =>
    mail.define<{ orderId: string }>(kind, async ({ orderId }) => {
      const order = await findOrder(db, orderId);
      // The order was paid or cancelled in the meantime, so there is nothing left to pay.
      if (order?.state !== "pending" || order.subscription_id === null) return null;
      const row = await findSubscription(db, order.subscription_id);
      if (!row || !isLive(row.state) || row.cancel_at_period_end) return null;
      const facts = await factsOf(billing, row);
      if (!facts) return null;
      const approval = kind === subscriptionMails.confirmCard ? await findApprovalUrl(db, orderId) : null;
      if (approval !== null) return write(facts, approval);
      // Created when the email is written, so that no earlier copy of the key exists.
      const query = new URLSearchParams({ order: orderId, key: await newOrderKey(db, orderId) });
      return write(facts, `${origin}/order/easy?${query.toString()}`);
    });
  aboutOrder(subscriptionMails.renewalFailed, renewalFailedEmail);
  aboutOrder(subscriptionMails.confirmCard, confirmCardEmail);
  aboutOrder(subscriptionMails.methodRefused, methodRefusedEmail);
  aboutOrder(subscriptionMails.renewalDue, renewalDueEmail);

  const about = (
    kind: SubscriptionMail,
    holds: (row: SubscriptionRow) => boolean,
    write: (facts: MembershipFacts) => Email,
  ) =>
    mail.define<{ subscriptionId: string }>(kind, async ({ subscriptionId }) => {
      const row = await findSubscription(db, subscriptionId);
      const facts = row && holds(row) ? await factsOf(billing, row) : null;
      return facts && write(facts);
    });
  const renews = (row: SubscriptionRow) => row.state === "active" && !row.cancel_at_period_end;
  about(
    subscriptionMails.renewalReminder,
    (row) => renews(row) && row.renewal_mode === "auto",
    renewalReminderEmail,
  );
  about(
    subscriptionMails.methodExpires,
    (row) => renews(row) && row.renewal_mode === "auto",
    methodExpiresEmail,
  );
  about(subscriptionMails.methodDied, (row) => renews(row) && row.renewal_mode === "manual", methodDiedEmail);
  about(
    subscriptionMails.cancelled,
    (row) => row.cancel_at_period_end || row.state === "cancelled",
    cancelledEmail,
  );
  about(subscriptionMails.expired, (row) => row.state === "expired", expiredEmail);
}
