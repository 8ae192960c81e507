import type { Language } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import { messagesIn } from "#platform/messages";
import type { OrderRow } from "../../records/orders/tables.ts";

/** Returns what the amount of an order is made of: the purchase, and its reductions as negative amounts. */
export function linesOf(
  { title, amount, list_amount: list, credit, discount, replaced }: OrderRow,
  language: Language,
): { title: string; amount: number }[] {
  const t = messagesIn(language);
  const plan = replaced ? textIn(replaced.planName, language) : "";
  return [
    { title: textIn(title, language), amount: list ?? amount },
    ...(credit > 0 ? [{ title: t("receipt.credit", { plan }), amount: -credit }] : []),
    ...(discount > 0 ? [{ title: t("receipt.waived"), amount: -discount }] : []),
  ];
}
