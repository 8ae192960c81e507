import type { Language, Need } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { Translate } from "#platform/messages";
import { signedDisplay } from "#platform/money";
import { gatewayNames } from "../../records/gateway.ts";
import { orderNumberOf } from "../../records/order-code.ts";
import type { ReviewEntry, ReviewKind } from "../../records/review/repository.ts";
import { listOpen } from "../../review/review.ts";

/** Something about money that needs an operator, with the amount that it is about. */
export type MoneyNeed = Need & { amount: number };

const looks: Readonly<Record<ReviewKind, Pick<Need, "kind" | "tone">>> = {
  dispute: { kind: "dispute", tone: "red" },
  request: { kind: "money", tone: "amber" },
  withdrawal: { kind: "money", tone: "amber" },
  doubt: { kind: "doubt", tone: "amber" },
  mismatch: { kind: "money", tone: "amber" },
  warning: { kind: "money", tone: "red" },
  refund: { kind: "refund", tone: "red" },
  late: { kind: "money", tone: "amber" },
  twice: { kind: "money", tone: "red" },
  hint: { kind: "gateway", tone: "amber" },
  merchant_fault: { kind: "gateway", tone: "red" },
  finding: { kind: "money", tone: "amber" },
  restore: { kind: "money", tone: "red" },
};

/** The operator's language, and its messages. */
interface Reader {
  language: Language;
  t: Translate;
}

/** Returns what the review queue asks of an operator. */
export async function listMoneyNeeds(db: Db, reader: Reader): Promise<MoneyNeed[]> {
  const open = (await listOpen(db)).filter((entry) => !isAnswered(entry));
  return open.map((entry) => needOf(entry, reader));
}

/** Once the evidence is sent, nobody can do anything until the bank decides; the review queue has the dispute until then. */
const isAnswered = ({ kind, about }: ReviewEntry) => kind === "dispute" && about?.state === "submitted";

function needOf(entry: ReviewEntry, { language, t }: Reader): MoneyNeed {
  const { kind, id, since, number, code, gateway, amount, currency, about } = entry;
  const what = t(`need.${kind}.title`);
  const title = number === null ? what : t("need.about", { what, order: orderNumberOf({ number, code }) });
  const money = amount === null || currency === null ? "" : `, ${signedDisplay(amount, currency, language)}`;
  return {
    ...looks[kind],
    id: `${kind}.${id}`,
    title: `${title}${money}`,
    text: t(`need.${kind}.text`, { gateway: gateway === null ? t("need.aGateway") : gatewayNames[gateway] }),
    due: about?.due ? new Date(about.due).toISOString() : null,
    since: since.toISOString(),
    href: `/review/${kind}.${id}`,
    amount: amount ?? 0,
  };
}
