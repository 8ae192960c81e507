import type { Subscription } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { MembershipActions } from "./membership-actions.tsx";
import { methodWords } from "./method-words.ts";
import { plansQuery } from "./queries.ts";
import { running } from "./sold.ts";

/** Price and method of a running membership in a line, what it needs now, and the way to the rest. */
export function MembershipBrief({ subscription }: { subscription: Subscription | null | undefined }) {
  const t = useMessages();
  // What is still on its way has its place.
  if (subscription === undefined) return <span aria-hidden className="mt-2 block h-11" />;
  const live = subscription && running(subscription);
  if (!live) return null;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-sm">
        {/* What is not charged again is no price to show. */}
        {live.cancelAtPeriodEnd ? null : (
          <p className="tabular flex min-w-0 flex-wrap gap-x-2">
            <span className="font-semibold">{live.plan.price.display}</span>
            {live.method ? (
              <span className="wrap-anywhere text-muted">{methodWords(live.method)}</span>
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
      <MembershipActions subscription={live} />
    </>
  );
}

/** What a membership would give, and what it costs at least: the whole charge, not a part of it (R31). */
export function MembershipPitch() {
  const t = useMessages();
  const { data } = useQuery(plansQuery(null, useLanguage()));
  const [least] = (data?.plans ?? []).toSorted((one, other) => one.price.amount - other.price.amount);
  if (data && !least) return null;
  return (
    <>
      <p className="mt-3 font-title text-xl text-balance">{t("membership.pitch")}</p>
      <p className="tabular mt-1 min-h-5 text-sm text-muted">
        {least ? t("membership.from", { price: least.price.display, count: least.periodDays }) : null}
      </p>
    </>
  );
}
