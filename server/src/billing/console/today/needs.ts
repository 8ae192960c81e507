import type { Need } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { signedDisplay } from "#platform/money";
import { gatewayNames } from "../../records/gateway.ts";
import { orderNumberOf } from "../../records/order-code.ts";
import type { ReviewEntry, ReviewKind } from "../../records/review/repository.ts";
import { listOpen } from "../../review/review.ts";

/** Something about money that needs an operator, with the amount that it is about. */
export type MoneyNeed = Need & { amount: number };

interface Words {
  kind: Need["kind"];
  tone: Need["tone"];
  title: string;
  text: (gateway: string) => string;
}

const words: Readonly<Record<ReviewKind, Words>> = {
  dispute: {
    kind: "dispute",
    tone: "red",
    title: "Dispute",
    text: (gateway) => `${gateway} waits for evidence. Consent, receipt and plays are drafted.`,
  },
  request: {
    kind: "money",
    tone: "amber",
    title: "Refund asked for",
    text: () => "Support asks for a refund that is above what it refunds itself.",
  },
  withdrawal: {
    kind: "money",
    tone: "amber",
    title: "Withdrawal to decide",
    text: () => "A customer withdrew. Decide what goes back.",
  },
  doubt: {
    kind: "doubt",
    tone: "amber",
    title: "Payment in doubt",
    text: (gateway) => `${gateway} has not said what became of it.`,
  },
  mismatch: {
    kind: "money",
    tone: "amber",
    title: "Payment differs from its order",
    text: () => "What was paid is not what was ordered.",
  },
  warning: {
    kind: "money",
    tone: "red",
    title: "Fraud warning",
    text: () => "The bank suspects fraud. Refund it, or give the right back.",
  },
  refund: {
    kind: "refund",
    tone: "red",
    title: "Refund failed",
    text: (gateway) => `${gateway} did not send the money back. Try again, or give it back another way.`,
  },
  late: {
    kind: "money",
    tone: "amber",
    title: "Unwanted payment",
    text: () => "Money came for an order that was over, and has not gone back.",
  },
  twice: {
    kind: "money",
    tone: "red",
    title: "Paid twice",
    text: () => "One order was paid two times.",
  },
  hint: {
    kind: "gateway",
    tone: "amber",
    title: "Gateway event not handled",
    text: (gateway) => `An event of ${gateway} could not be handled.`,
  },
  merchant_fault: {
    kind: "gateway",
    tone: "red",
    title: "Payments are refused",
    text: (gateway) => `${gateway} refuses because of our account, not of the buyers.`,
  },
  finding: {
    kind: "money",
    tone: "amber",
    title: "The books differ",
    text: (gateway) => `Our records and those of ${gateway} are not the same.`,
  },
  restore: {
    kind: "money",
    tone: "red",
    title: "Payments wait after a restore",
    text: () => "The restored database cannot catch up with the gateways by itself.",
  },
};

/** Returns what the review queue asks of an operator. */
export async function listMoneyNeeds(db: Db): Promise<MoneyNeed[]> {
  return (await listOpen(db)).filter((entry) => !isAnswered(entry)).map(needOf);
}

/** Once the evidence is sent, nobody can do anything until the bank decides; the review queue has the dispute until then. */
const isAnswered = ({ kind, about }: ReviewEntry) => kind === "dispute" && about?.state === "submitted";

function needOf(entry: ReviewEntry): MoneyNeed {
  const { kind, id, since, number, code, gateway, amount, currency, about } = entry;
  const { title, text, ...said } = words[kind];
  const on = number === null ? "" : ` on ${orderNumberOf({ number, code })}`;
  const money = amount === null || currency === null ? "" : `, ${signedDisplay(amount, currency, "en")}`;
  return {
    ...said,
    id: `${kind}.${id}`,
    title: `${title}${on}${money}`,
    text: text(gateway === null ? "The gateway" : gatewayNames[gateway]),
    due: about?.due ? new Date(about.due).toISOString() : null,
    since: since.toISOString(),
    href: `/review/${kind}.${id}`,
    amount: amount ?? 0,
  };
}
