import type { Subscription } from "@cliffhanger/contract";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { PayOrderLink } from "./pay-order-link.tsx";
import { nextPrice } from "./prices.ts";
import { useRenewal } from "./use-renewal.ts";

/** Renders the pending actions of a running membership: pay it, or undo its cancellation. */
export function MembershipActions({ subscription }: { subscription: Subscription }) {
  const t = useMessages();
  const { busy, undo } = useRenewal();
  const { payOrderId, cancelAtPeriodEnd, state } = subscription;
  return (
    <div className="mt-4 space-y-3 empty:hidden">
      {payOrderId ? (
        <PayOrderLink orderId={payOrderId} price={nextPrice(subscription)} className="w-full" />
      ) : null}
      {cancelAtPeriodEnd && state !== "past_due" ? (
        <Button
          shape="quiet"
          aria-disabled={busy}
          onClick={() => void undo()}
          className="w-full border-gold/60 text-gold"
        >
          {t("membership.undo")}
        </Button>
      ) : null}
    </div>
  );
}
