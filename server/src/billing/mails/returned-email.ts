import { parseLanguage } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { moneyOf } from "#platform/money";
import { orderNumberOf } from "../records/order-code.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { RefundRow } from "../records/refunds/repository.ts";

/** Says that a late or second payment of an order was refunded automatically. */
export function returnedEmail({
  order,
  refund,
  to,
  account,
}: {
  order: OrderRow;
  refund: RefundRow;
  to: string;
  account: string;
}): Email {
  const language = parseLanguage(order.language) ?? "en";
  const t = messagesIn(language);
  // A late payment of an order that is closed says nothing about what its buyer has: a membership may have ended.
  const isPaid = order.state === "paid" || order.state === "partially_refunded";
  const total = moneyOf(refund.amount, refund.currency, language).display;
  return {
    to,
    language,
    subject: t("returned.subject", { total }),
    preview: t("returned.preview"),
    paragraphs: [
      t("returned.came", { total, order: orderNumberOf(order) }),
      t(isPaid ? "returned.back" : "returned.backClosed"),
    ],
    button: { label: t("returned.button"), url: account },
  };
}
