import type { Plan, PlanChange, PlanList, Subscription } from "@cliffhanger/contract";
import { Check } from "lucide-react";
import { useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { ChangeSheet } from "./change-sheet.tsx";
import { useChange } from "./use-change.ts";

interface MembershipPlansProps {
  sale: PlanList;
  subscription: Subscription;
}

/** Renders every plan for a subscriber: the current one marked with its own price, and the change to each other. */
export function MembershipPlans({ sale, subscription }: MembershipPlansProps) {
  const t = useMessages();
  const [chosen, setChosen] = useState<PlanChange | null>(null);
  const [isOpen, setOpen] = useState(false);
  const later = useLaterText(sale, subscription);
  const { plan: own, cancelAtPeriodEnd } = subscription;
  // A planned change does not begin while the membership is cancelled.
  const pendingPlan = cancelAtPeriodEnd ? null : subscription.pendingPlan;
  const { plans, change } = sale;
  const isOnSale = plans.some(({ id }) => id === own.id);
  // A running membership has its own price, which may differ from the plan's current one.
  const shown = isOnSale ? plans.map((plan) => (plan.id === own.id ? own : plan)) : [own, ...plans];
  const target = chosen && plans.find(({ id }) => id === chosen.planId);
  return (
    <section aria-labelledby="membership-plans" className="pt-4">
      <h2 id="membership-plans" className="mb-3 text-lg font-semibold">
        {t("membership.plans")}
      </h2>
      <ul className="space-y-2.5">
        {shown.map((plan) => (
          <PlanRow
            key={plan.id}
            plan={plan}
            current={plan.id === own.id}
            change={
              plan.id === pendingPlan?.id ? null : (change.find(({ planId }) => planId === plan.id) ?? null)
            }
            onChange={(wanted) => {
              setChosen(wanted);
              setOpen(true);
            }}
          />
        ))}
      </ul>
      {pendingPlan ? <Pending subscription={subscription} pending={pendingPlan} /> : null}
      {later ? <p className="mt-4 text-sm text-muted">{later}</p> : null}
      {chosen && target ? (
        <ChangeSheet
          key={chosen.planId}
          open={isOpen}
          onClose={() => setOpen(false)}
          sale={sale}
          subscription={subscription}
          change={chosen}
          plan={target}
        />
      ) : null}
    </section>
  );
}

interface PlanRowProps {
  plan: Plan;
  current: boolean;
  change: PlanChange | null;
  onChange: (change: PlanChange) => void;
}

function PlanRow({ plan, current, change, onChange }: PlanRowProps) {
  const t = useMessages();
  return (
    <li
      aria-current={current ? "true" : undefined}
      className={`rounded-lg border bg-raised px-[min(0.875rem,4vw)] py-3 ${current ? "border-gold/60" : "border-line"}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
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
          <span className="block text-xs text-muted">
            {t("offer.perDay", { price: plan.perDay.display })}
          </span>
        </span>
      </div>
      {change ? (
        <Button shape="quiet" aria-haspopup="dialog" onClick={() => onChange(change)} className="mt-3 w-full">
          {describeChange(change, t)}
        </Button>
      ) : null}
    </li>
  );
}

function describeChange({ kind, charge, at }: PlanChange, t: ReturnType<typeof useMessages>): string {
  if (kind === "atEnd") return t("membership.changeAtEnd", { date: formatDate(at) });
  return charge.amount === 0
    ? t("membership.changeFree")
    : t("membership.changeNow", { price: charge.display });
}

/** Renders a planned change, and how to drop it. */
function Pending({
  subscription,
  pending,
}: {
  subscription: Subscription;
  pending: NonNullable<Subscription["pendingPlan"]>;
}) {
  const t = useMessages();
  const { busy, keep } = useChange();
  const { plan } = subscription;
  const values = { date: formatDate(pending.at), plan: pending.name, price: pending.price.display };
  return (
    <div className="mt-4 rounded-lg border border-gold/50 bg-raised px-4 py-3.5">
      <p className="font-medium wrap-break-word">{t("membership.pending", values)}</p>
      <Button
        shape="quiet"
        aria-disabled={busy}
        onClick={() => void keep(plan.id)}
        className="mt-3 w-full border-gold/60 text-gold"
      >
        {t("membership.pendingKeep", { plan: plan.name })}
      </Button>
    </div>
  );
}

/** Returns why no other plan can be chosen now; null if one can, or none is sold. */
function useLaterText({ plans, change }: PlanList, { state, renewsAt, plan }: Subscription): string | null {
  const t = useMessages();
  if (state === "past_due") return t("membership.anotherWhenLate");
  const hasOthers = plans.some(({ id }) => id !== plan.id);
  return hasOthers && change.length === 0
    ? t("membership.changeLater", { date: formatDate(renewsAt) })
    : null;
}
