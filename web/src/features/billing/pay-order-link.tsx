import type { Money } from "@cliffhanger/contract";
import { useMessages } from "../../lib/use-language.ts";

interface PayOrderLinkProps {
  orderId: string;
  price: Money | null;
  className?: string;
}

/** Renders a link to pay an open order. It is a full load: cards are entered in a separate document (R28). */
export function PayOrderLink({ orderId, price, className = "" }: PayOrderLinkProps) {
  const t = useMessages();
  return (
    <a
      href={`/order/easy?order=${orderId}`}
      className={`primary inline-flex min-h-13 items-center justify-center rounded-lg px-6 py-2 text-center leading-5 font-semibold active:scale-[0.98] ${className}`}
    >
      {price ? t("membership.payNow", { price: price.display }) : t("membership.pay")}
    </a>
  );
}
