import type { Plan, Subscription } from "@cliffhanger/contract";
import { Check } from "lucide-react";
import { formatDate } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";

interface MembershipPlansProps {
  plans: readonly Plan[];
  subscription: Subscription;
}

/** Renders every plan for a subscriber: the current one marked with its own price, and how to change to another. */
export function MembershipPlans({ plans, subscription }: MembershipPlansProps) {
  const t = useMessages();
  const another = useAnotherPlanText(subscription);
  const { plan: own } = subscription;
  const isOnSale = plans.some(({ id }) => id === own.id);
  // A running membership has its own price, which may differ from the plan's current one.
  const shown = isOnSale ? plans.map((plan) => (plan.id === own.id ? own : plan)) : [own, ...plans];
  return (
    <section aria-labelledby="membership-plans" className="pt-4">
      <h2 id="membership-plans" className="mb-3 text-lg font-semibold">
        {t("membership.plans")}
      </h2>
      <ul className="space-y-2.5">
        {shown.map((plan) => (
          <PlanRow key={plan.id} plan={plan} current={plan.id === own.id} />
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{another}</p>
    </section>
  );
}

function PlanRow({ plan, current }: { plan: Plan; current: boolean }) {
  const t = useMessages();
  return (
    <li
      aria-current={current ? "true" : undefined}
      className={`flex min-h-17 flex-wrap items-center justify-between gap-x-3 gap-y-0.5 rounded-lg border bg-raised px-[min(0.875rem,4vw)] py-3 ${current ? "border-gold/60" : "border-line"}`}
    >
      <span className="min-w-0 flex-[1_1_8rem]">
        <span className="block leading-5 font-semibold wrap-break-word hyphens-auto">{plan.name}</span>
        {current ? (
          <span className="mt-1 flex items-center gap-1.5 text-xs font-semibold text-gold">
            <Check aria-hidden className="size-4 shrink-0" />
            {t("membership.yours")}
          </span>
        ) : (
          <span className="mt-1 block text-xs text-balance wrap-break-word text-muted">
            {t("offer.everySeries", { count: plan.periodDays })}
          </span>
        )}
      </span>
      <span className="tabular ml-auto text-right whitespace-nowrap">
        <span className="block text-lg leading-6 font-bold">{plan.price.display}</span>
        <span className="block text-xs text-muted">{t("offer.perDay", { price: plan.perDay.display })}</span>
      </span>
    </li>
  );
}

/** Returns how a subscriber changes to another plan: a running membership cannot be exchanged. */
function useAnotherPlanText({ state, accessUntil, renewalMode, cancelAtPeriodEnd }: Subscription): string {
  const t = useMessages();
  const date = formatDate(accessUntil);
  if (state === "past_due") return t("membership.anotherWhenLate");
  if (cancelAtPeriodEnd || renewalMode === "manual") return t("membership.anotherAfter", { date });
  return t("membership.anotherByCancelling", { date });
}
