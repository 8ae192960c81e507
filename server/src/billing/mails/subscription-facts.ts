import { parseLanguage } from "@cliffhanger/contract";
import { type Addressee, findAddressee } from "#accounts";
import { textIn } from "#catalogue";
import { longDate } from "#platform/long-date";
import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { moneyOf } from "#platform/money";
import { methodName } from "../accounting/receipts/facts.ts";
import type { Billing } from "../records/billing.ts";
import { findPlanRow } from "../records/plans/repository.ts";
import { findInstrument, type SubscriptionRow } from "../records/subscriptions/repository.ts";
import { usedMethodOf } from "../records/used-method.ts";
import { findComingPlan } from "../subscriptions/coming-plan.ts";
import { isLive } from "../subscriptions/membership.ts";
import { nextDunningAt } from "../subscriptions/schedule.ts";

/** The values of the emails about a membership, formatted in its owner's language. */
export interface MembershipFacts {
  to: Addressee;
  plan: string;
  price: string;
  days: number;
  /** The payment method in brackets after a space; empty without a stored one. */
  methodNote: string;
  /** The end of the paid period. */
  end: string;
  /** The last day on which episodes open, with the grace period. */
  openUntil: string;
  /** The day on which a declined charge is retried; null: it is not. */
  nextTry: string | null;
  /** "under way": a charge in flight decides whether the membership goes on. */
  standing: "running" | "under way" | "ended";
  account: string;
  plans: string;
}

/** Returns the current facts of a membership; null when its owner or its plan no longer exists. */
export async function factsOf(billing: Billing, row: SubscriptionRow): Promise<MembershipFacts | null> {
  const { db, clock, origin } = billing;
  const language = parseLanguage(row.language) ?? "en";
  const to = row.visitor_id === null ? null : await findAddressee(db, row.visitor_id, language);
  const plan = await findPlanRow(db, row.plan_id);
  if (!to || !plan) return null;
  const now = clock.now();
  const standing = standingOf(row, now);
  // What comes next is announced, not what its owner leaves. What was being charged when they left is for the plan to come.
  const planned = isLive(row.state) ? await findComingPlan(db, row) : null;
  const coming = row.cancel_at_period_end ? null : planned;
  const charged = standing === "under way" ? planned : coming;
  const instrument = row.instrument_id === null ? undefined : await findInstrument(db, row.instrument_id);
  const method = instrument && usedMethodOf(instrument);
  const again = row.state === "past_due" ? nextDunningAt(row, now) : null;
  return {
    to,
    plan: textIn(coming?.name ?? plan.name, to.language),
    price: moneyOf(charged?.amount ?? row.amount, row.currency, to.language).display,
    days: coming?.periodDays ?? row.period_days,
    methodNote: method ? ` (${methodName(method, messagesIn(to.language))})` : "",
    end: longDate(row.period_end),
    openUntil: longDate(row.grace_until ?? row.period_end),
    nextTry: again && longDate(again),
    standing,
    account: `${origin}/individual`,
    plans: `${origin}/shopping`,
  };
}

/** Returns an email to the owner of a membership, with a greeting. */
export function emailTo(
  { to: { to, language } }: MembershipFacts,
  { paragraphs, ...email }: Omit<Email, "to" | "language">,
): Email {
  return { to, language, ...email, paragraphs: [messagesIn(language)("mail.greeting"), ...paragraphs] };
}

function standingOf(row: SubscriptionRow, now: Date): MembershipFacts["standing"] {
  if (!isLive(row.state)) return "ended";
  return now < row.period_end ? "running" : "under way";
}
