import type { Subscription } from "@cliffhanger/contract";
import { TriangleAlert } from "lucide-react";
import { formatDate } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PayOrderLink } from "./pay-order-link.tsx";

interface MembershipNoteProps {
  subscription: Subscription;
  /** Whether to link to the page that manages it. */
  manage?: boolean;
}

/** Renders an existing membership where plans are sold: it is managed, not bought twice. */
export function MembershipNote({ subscription, manage = false }: MembershipNoteProps) {
  const t = useMessages();
  const { state, plan, renewsAt, cancelAtPeriodEnd, renewalMode, payOrderId, nextCharge } = subscription;
  const date = formatDate(renewsAt);
  const isOverdue = state === "past_due";
  const text = isOverdue
    ? t(payOrderId ? "membership.late" : "membership.lateChecked", { date })
    : cancelAtPeriodEnd
      ? t("membership.endsOn", { date })
      : renewalMode === "manual"
        ? t("plan.text.manualUntil", { date })
        : t("membership.renewsOn", { date });
  return (
    <section
      aria-labelledby="membership-note"
      className="mb-4 rounded-lg border border-gold/50 bg-raised px-4 py-3.5"
    >
      <h2 id="membership-note" className="font-semibold text-gold">
        {t("membership.have", { plan: plan.name })}
      </h2>
      <p className="mt-1 flex gap-2 text-sm text-muted">
        {isOverdue ? <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-end" /> : null}
        {text}
      </p>
      {payOrderId ? <PayOrderLink orderId={payOrderId} price={nextCharge} className="mt-3 w-full" /> : null}
      {manage ? (
        <ButtonLink shape="quiet" href="/individual" className="mt-3 w-full">
          {t("membership.manage")}
        </ButtonLink>
      ) : null}
    </section>
  );
}
