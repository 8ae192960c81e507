import type { Order } from "@cliffhanger/contract";
import { CircleX, Hourglass } from "lucide-react";
import { originOf } from "../features/billing/order-origin.ts";
import { outcomeOf } from "../features/billing/outcome.ts";
import { shoppingAddress } from "../features/billing/selection.ts";
import { useMessages } from "../lib/use-language.ts";
import { visitStore } from "../lib/visit-storage.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** An order that ended without money: why, and how to begin anew. */
export function OrderOver({ order }: { order: Order }) {
  const t = useMessages();
  const outcome = outcomeOf(order);
  const expired = outcome === "expired";
  const Icon = expired ? Hourglass : CircleX;
  const words = expired ? "expired" : outcome === "declined" ? "failed" : "cancelled";
  const renewal = order.kind === "renewal";
  return (
    <Message level="h1" icon={<Icon aria-hidden className="size-7" />} title={t(`result.${words}.title`)}>
      <p>{t(`result.${words}.text`)}</p>
      <ButtonLink
        shape="primary"
        href={renewal ? "/individual" : shoppingAddress(originOf(visitStore, order))}
      >
        {t(renewal ? "result.toMembership" : "result.anew")}
      </ButtonLink>
      <ButtonLink shape="quiet" href={order.seriesId ? `/videos/${order.seriesId}` : "/"}>
        {t(order.seriesId ? "result.toSeries" : "result.home")}
      </ButtonLink>
    </Message>
  );
}
