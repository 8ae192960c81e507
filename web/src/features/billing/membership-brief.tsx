import type { Subscription } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { describeMethod } from "./describe-method.ts";
import { MembershipActions } from "./membership-actions.tsx";
import { plansQuery } from "./queries.ts";
import { runningMembership } from "./sold.ts";

/** Renders the price and method of a running membership in a line, its pending actions, and a link to the rest. */
export function MembershipBrief({ subscription }: { subscription: Subscription | null | undefined }) {
  const t = useMessages();
  // A placeholder holds its place while it loads.
  if (subscription === undefined) return <span aria-hidden className="mt-2 block h-11" />;
  const live = subscription && runningMembership(subscription);
  if (!live) return null;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-sm">
        {/* A membership that is not charged again shows no price. */}
        {live.cancelAtPeriodEnd ? null : (
          <p className="tabular flex min-w-0 flex-wrap gap-x-2">
            <span className="font-semibold">{live.plan.price.display}</span>
            {live.method ? (
              <span className="wrap-anywhere text-muted">{describeMethod(live.method)}</span>
            ) : null}
          </p>
        )}
        <Link
          href="/individual"
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          {t("membership.manage")}
        </Link>
      </div>
      {live.methodExpires ? (
        <p className="mt-1 flex gap-2 text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-end" />
          {t("membership.cardExpires", { date: monthOf(live.methodExpires) })}
        </p>
      ) : null}
      <MembershipActions subscription={live} />
    </>
  );
}

/** Returns a month as cards print it, 04/2027. */
function monthOf(text: string): string {
  const [year = "", month = ""] = text.split("-");
  return `${month}/${year}`;
}

/** Renders what a membership offers, and its lowest price: a whole charge, not a part of it (R31). */
export function MembershipPitch() {
  const t = useMessages();
  const { data } = useQuery(plansQuery(null, useLanguage()));
  const [cheapest] = (data?.plans ?? []).toSorted((one, other) => one.price.amount - other.price.amount);
  if (data && !cheapest) return null;
  return (
    <>
      <p className="mt-3 font-title text-xl text-balance">{t("membership.pitch")}</p>
      <p className="tabular mt-1 min-h-5 text-sm text-muted">
        {cheapest
          ? t("membership.from", { price: cheapest.price.display, count: cheapest.periodDays })
          : null}
      </p>
    </>
  );
}
