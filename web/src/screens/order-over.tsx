import type { Order } from "@cliffhanger/contract";
import { CircleX, Hourglass } from "lucide-react";
import { originOf } from "../features/billing/order-origin.ts";
import { outcomeOf } from "../features/billing/outcome.ts";
import { shoppingAddress } from "../features/billing/selection.ts";
import { useMessages } from "../lib/use-language.ts";
import { visitStore } from "../lib/visit-storage.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** Renders an order that ended without a payment: why, and how to start again. */
export function OrderOver({ order }: { order: Order }) {
  const t = useMessages();
  const outcome = outcomeOf(order);
  const isExpired = outcome === "expired";
  const Icon = isExpired ? Hourglass : CircleX;
  const textName = isExpired ? "expired" : outcome === "declined" ? "failed" : "cancelled";
  const isRenewal = order.kind === "renewal";
  return (
    <Message level="h1" icon={<Icon aria-hidden className="size-7" />} title={t(`result.${textName}.title`)}>
      <p>{t(`result.${textName}.text`)}</p>
      <ButtonLink
        shape="primary"
        href={isRenewal ? "/individual" : shoppingAddress(originOf(visitStore, order))}
      >
        {t(isRenewal ? "result.toMembership" : "result.anew")}
      </ButtonLink>
      <ButtonLink shape="quiet" href={order.seriesId ? `/videos/${order.seriesId}` : "/"}>
        {t(order.seriesId ? "result.toSeries" : "result.home")}
      </ButtonLink>
    </Message>
  );
}
