import type { ConsoleOrderRow } from "@cliffhanger/contract/console/orders";
import { t } from "../lib/messages.ts";
import { Mark } from "./mark.tsx";

const tones = {
  pending: "plain",
  processing: "blue",
  paid: "green",
  cancelled: "plain",
  expired: "plain",
  failed: "red",
  review: "amber",
  refunded: "plain",
  partially_refunded: "amber",
  disputed: "red",
} as const;

/** The state of an order. */
export function OrderMark({ state }: { state: ConsoleOrderRow["state"] }) {
  return <Mark tone={tones[state]}>{t(`find.order.${state}`)}</Mark>;
}
