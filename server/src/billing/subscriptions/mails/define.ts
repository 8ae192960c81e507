import type { Letter } from "#platform/mail/letter";
import type { Billing } from "../../billing.ts";
import { type SubscriptionMail, subscriptionMails } from "../../mails/kinds.ts";
import { newOrderKey } from "../../orders/order-key.ts";
import { findOrder } from "../../orders/repository.ts";
import { findApprovalUrl } from "../../payments/repository.ts";
import { isLive } from "../membership.ts";
import { findSubscription, type SubscriptionRow } from "../repository.ts";
import { cancelledLetter } from "./cancelled.ts";
import { confirmCardLetter } from "./confirm-card.ts";
import { expiredLetter } from "./expired.ts";
import { factsOf, type MembershipFacts } from "./facts.ts";
import { methodDiedLetter } from "./method-died.ts";
import { methodRefusedLetter } from "./method-refused.ts";
import { renewalDueLetter } from "./renewal-due.ts";
import { renewalFailedLetter } from "./renewal-failed.ts";
import { renewalReminderLetter } from "./renewal-reminder.ts";

/** Says how the mails about a membership are written: by how it stands when they are sent. */
export function defineSubscriptionMails(billing: Billing): void {
  const { db, mail, origin } = billing;

  const aboutOrder = (kind: SubscriptionMail, write: (facts: MembershipFacts, payUrl: string) => Letter) =>
    mail.define<{ orderId: string }>(kind, async ({ orderId }) => {
      const order = await findOrder(db, orderId);
      // Paid or given up in the meantime: nothing to ask for any more.
      if (order?.state !== "pending" || order.subscription_id === null) return null;
      const row = await findSubscription(db, order.subscription_id);
      if (!row || !isLive(row.state) || row.cancel_at_period_end) return null;
      const facts = await factsOf(billing, row);
      if (!facts) return null;
      const approval = kind === subscriptionMails.confirmCard ? await findApprovalUrl(db, orderId) : null;
      if (approval !== null) return write(facts, approval);
      // Made when the mail is written, so that it lies nowhere before.
      const query = new URLSearchParams({ order: orderId, key: await newOrderKey(db, orderId) });
      return write(facts, `${origin}/order/easy?${query.toString()}`);
    });
  aboutOrder(subscriptionMails.renewalFailed, renewalFailedLetter);
  aboutOrder(subscriptionMails.confirmCard, confirmCardLetter);
  aboutOrder(subscriptionMails.methodRefused, methodRefusedLetter);
  aboutOrder(subscriptionMails.renewalDue, renewalDueLetter);

  const about = (
    kind: SubscriptionMail,
    holds: (row: SubscriptionRow) => boolean,
    write: (facts: MembershipFacts) => Letter,
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
    renewalReminderLetter,
  );
  about(
    subscriptionMails.methodDied,
    (row) => renews(row) && row.renewal_mode === "manual",
    methodDiedLetter,
  );
  about(
    subscriptionMails.cancelled,
    (row) => row.cancel_at_period_end || row.state === "cancelled",
    cancelledLetter,
  );
  about(subscriptionMails.expired, (row) => row.state === "expired", expiredLetter);
}
