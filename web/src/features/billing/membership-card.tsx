import type { Subscription } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Crown, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { useUser } from "../../lib/user.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { RetryLine } from "../../ui/retry-line.tsx";
import { CancelReason } from "./cancel-reason.tsx";
import { CancelSheet } from "./cancel-sheet.tsx";
import { ChangeMethodSheet } from "./change-method-sheet.tsx";
import { describeMethod } from "./describe-method.ts";
import { MembershipActions } from "./membership-actions.tsx";
import { paymentsQuery } from "./queries.ts";
import { runningMembership } from "./sold.ts";
import { useRenewal } from "./use-renewal.ts";

/**
 * Renders the membership on the account page: its plan, its next charge, and its cancellation in two taps (R15, R75).
 */
export function MembershipCard() {
  const t = useMessages();
  const { data, isError, refetch } = useQuery(paymentsQuery(useLanguage()));
  const live = data?.subscription && runningMembership(data.subscription);
  return (
    <section
      aria-labelledby="membership"
      className={`rounded-xl border bg-surface p-[min(1.25rem,5vw)] md:p-6 ${live ? "border-gold/50" : "border-line"}`}
    >
      <h2
        id="membership"
        className="flex items-center gap-2.5 text-lg font-semibold wrap-anywhere hyphens-auto"
      >
        <Crown aria-hidden className={`size-5 shrink-0 ${live ? "text-gold" : "text-muted"}`} />
        {t("membership.heading")}
      </h2>
      {data ? (
        live ? (
          <RunningMembership subscription={live} />
        ) : (
          <NoMembership subscription={data.subscription} />
        )
      ) : isError ? (
        <RetryLine className="mt-3" retry={() => void refetch()} />
      ) : (
        <span aria-hidden className="mt-4 block h-32 animate-pulse rounded-lg bg-raised" />
      )}
    </section>
  );
}

function RunningMembership({ subscription }: { subscription: Subscription }) {
  const t = useMessages();
  const [asking, setAsking] = useState(false);
  const [wasCancelledNow, setCancelledNow] = useState(false);
  const { busy, cancel } = useRenewal();
  // Another method and another plan need an account; a guest who bought can cancel, and undo that.
  const isMember = useUser()?.kind === "member";
  const {
    plan,
    state,
    renewsAt,
    accessUntil,
    cancelAtPeriodEnd,
    renewalMode,
    nextCharge,
    method,
    pendingPlan,
    payOrderId,
    willRetry,
  } = subscription;
  const isOverdue = state === "past_due";
  const renews = formatDate(renewsAt);
  const until = formatDate(accessUntil);
  return (
    <>
      <dl className="mt-4 space-y-2 text-sm">
        <Fact name={t("membership.plan")}>{plan.name}</Fact>
        {isOverdue ? null : cancelAtPeriodEnd || renewalMode === "manual" ? (
          <Fact name={t("membership.ends")}>{renews}</Fact>
        ) : (
          <Fact name={t("membership.nextCharge")}>
            {nextCharge ? t("membership.amountOn", { price: nextCharge.display, date: renews }) : renews}
          </Fact>
        )}
        {method ? <Fact name={t("membership.paidWith")}>{describeMethod(method)}</Fact> : null}
      </dl>
      {isOverdue ? (
        <p className="mt-3 flex gap-2.5 text-sm font-medium">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-end" />
          {t(
            willRetry ? "membership.lateUntil" : payOrderId ? "membership.latePay" : "membership.lateChecked",
            { date: renews, until },
          )}
        </p>
      ) : null}
      {cancelAtPeriodEnd ? (
        <p className="mt-3 text-sm text-muted">{t("membership.endsOn", { date: renews })}</p>
      ) : null}
      {renewalMode === "manual" && !cancelAtPeriodEnd ? (
        <p className="mt-3 text-sm text-muted">{t("membership.manual")}</p>
      ) : null}
      {pendingPlan && !cancelAtPeriodEnd ? (
        <p className="mt-3 text-sm text-muted">
          {t("membership.pending", {
            date: formatDate(pendingPlan.at),
            plan: pendingPlan.name,
            price: pendingPlan.price.display,
          })}
        </p>
      ) : null}
      <MembershipActions subscription={subscription} />
      {cancelAtPeriodEnd && wasCancelledNow ? <CancelReason /> : null}
      {isMember ? <ChangeMethod subscription={subscription} /> : null}
      {isOverdue || !isMember ? null : (
        <ButtonLink shape="quiet" href="/shopping" className="mt-4 w-full">
          {t("membership.seePlans")}
        </ButtonLink>
      )}
      {cancelAtPeriodEnd ? null : (
        <>
          <Button
            shape="quiet"
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
            className="mt-4 w-full"
          >
            {t("membership.cancel")}
          </Button>
          <CancelSheet
            open={asking}
            onClose={() => setAsking(false)}
            subscription={subscription}
            busy={busy}
            onCancel={() =>
              void cancel().then((isCancelled) => {
                setAsking(false);
                setCancelledNow(isCancelled);
              })
            }
          />
        </>
      )}
    </>
  );
}

function ChangeMethod({ subscription }: { subscription: Subscription }) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button shape="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)} className="mt-4 w-full">
        {t("methods.change")}
      </Button>
      <ChangeMethodSheet subscription={subscription} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular min-w-0 font-medium wrap-break-word">{children}</dd>
    </div>
  );
}

function NoMembership({ subscription }: { subscription: Subscription | null }) {
  const t = useMessages();
  return (
    <>
      <p className="mt-2 text-sm text-muted">
        {subscription
          ? t("membership.over", { plan: subscription.plan.name, date: formatDate(subscription.accessUntil) })
          : t("membership.none")}
      </p>
      <ButtonLink shape="quiet" href="/shopping" className="mt-4 w-full">
        {t("membership.seePlans")}
      </ButtonLink>
    </>
  );
}
