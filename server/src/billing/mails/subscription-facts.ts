import { type Addressee, findAddressee, greetings } from "#accounts";
import { textIn } from "#catalogue";
import type { Email } from "#platform/mail/email";
import { moneyOf } from "#platform/money";
import { methodName } from "../accounting/receipts/facts.ts";
import { longDate, receiptWords } from "../accounting/receipts/words.ts";
import type { Billing } from "../records/billing.ts";
import { findPlanRow } from "../records/plans/repository.ts";
import { findInstrument, type SubscriptionRow } from "../records/subscriptions/repository.ts";
import { isLive } from "../subscriptions/membership.ts";
import { nextDunningAt } from "../subscriptions/schedule.ts";
import { methodOf } from "../subscriptions/view.ts";

/** What the mails about a membership are written from, in words of its owner's language. */
export interface MembershipFacts {
  to: Addressee;
  plan: string;
  price: string;
  days: number;
  /** What it is charged by; null where nothing is kept. */
  method: string | null;
  /** When the paid period ends. */
  end: string;
  /** Until when episodes open. */
  openUntil: string;
  /** When a refused charge is tried again; null: not any more. */
  nextTry: string | null;
  /** Whether it has ended already, or a charge that is on its way decides about that. */
  standing: "running" | "under way" | "ended";
  account: string;
  plans: string;
}

/** The facts of a membership as they are when a mail is written; null where nobody is left to write to. */
export async function factsOf(billing: Billing, row: SubscriptionRow): Promise<MembershipFacts | null> {
  const { db, clock, origin } = billing;
  const to = row.visitor_id === null ? null : await findAddressee(db, row.visitor_id);
  const plan = await findPlanRow(db, row.plan_id);
  if (!to || !plan) return null;
  const instrument = row.instrument_id === null ? undefined : await findInstrument(db, row.instrument_id);
  const method = methodOf(instrument && { ...instrument, status: "active" });
  const now = clock.now();
  const again = row.state === "past_due" ? nextDunningAt(row, now) : null;
  return {
    to,
    plan: textIn(plan.name, to.language),
    price: moneyOf(row.amount, row.currency, to.language).display,
    days: row.period_days,
    method: method && methodName(method, receiptWords[to.language]),
    end: longDate(row.period_end),
    openUntil: longDate(row.grace_until ?? row.period_end),
    nextTry: again && longDate(again),
    standing: standingOf(row, now),
    account: `${origin}/individual`,
    plans: `${origin}/shopping`,
  };
}

/** A letter to the owner of a membership. */
export function letterTo(
  { to: { to, language } }: MembershipFacts,
  { paragraphs, ...letter }: Omit<Email, "to" | "language">,
): Email {
  return { to, language, ...letter, paragraphs: [greetings[language], ...paragraphs] };
}

function standingOf(row: SubscriptionRow, now: Date): MembershipFacts["standing"] {
  if (!isLive(row.state)) return "ended";
  return now < row.period_end ? "running" : "under way";
}
