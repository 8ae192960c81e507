import type { Method, Order } from "@cliffhanger/contract";
import { isOpenOrder } from "@cliffhanger/contract/order-states";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { CardForm } from "../features/billing/card/card-form.tsx";
import { type PayStep, useChargeCard } from "../features/billing/card/use-charge-card.ts";
import { NoOrder } from "../features/billing/no-order.tsx";
import { type NamedOrder, orderAddress } from "../features/billing/order-key.ts";
import { originOf } from "../features/billing/order-origin.ts";
import { OrderSkeleton, OrderSummary } from "../features/billing/order-summary.tsx";
import { barPrice } from "../features/billing/prices.ts";
import { orderQuery, paymentsQuery, plansQuery } from "../features/billing/queries.ts";
import { shoppingAddress } from "../features/billing/selection.ts";
import { TermsLine } from "../features/billing/terms-line.tsx";
import { useNamedOrder } from "../features/billing/use-named-order.ts";
import { useNamedSetup } from "../features/billing/use-named-setup.ts";
import { useSite } from "../features/site/site-context.ts";
import { Wordmark } from "../features/site/wordmark.tsx";
import { ApiError } from "../lib/api.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { useUser } from "../lib/user.ts";
import { visitStore } from "../lib/visit-storage.ts";
import { Failed } from "../ui/failed.tsx";
import { OrderOver } from "./order-over.tsx";
import { OrderSetup } from "./order-setup.tsx";
import { OrderSignIn } from "./order-sign-in.tsx";

/** `/order/easy`: the card form of one open order, in a separate document (R28, R34). */
export function OrderEasyScreen() {
  const t = useMessages();
  const { name } = useSite();
  const named = useNamedOrder();
  const setupId = useNamedSetup();
  useDocumentTitle(t(named || setupId ? "titles.card" : "titles.order", { site: name }));
  return (
    <div className="gutter mx-auto min-h-dvh max-w-xl pb-10">
      <div className="flex min-h-16 items-center justify-center">
        <Wordmark />
      </div>
      {named === undefined ? (
        <OrderSkeleton />
      ) : named ? (
        <Open named={named} />
      ) : setupId ? (
        <OrderSetup setupId={setupId} />
      ) : (
        <NoOrder />
      )}
    </div>
  );
}

function Open({ named }: { named: NamedOrder }) {
  const language = useLanguage();
  const order = useQuery({ ...orderQuery(named, language), staleTime: 30_000 });
  const plans = useQuery(plansQuery(null, language));
  const user = useUser();
  const state = order.data?.state;
  // On a return from the bank, or a second visit: an order that is final or in progress has its own page.
  const canBePaid =
    order.data?.awaitsBank || (state && ["pending", "expired", "cancelled", "failed"].includes(state));
  const leavesForResult = state !== undefined && !canBePaid;
  useEffect(() => {
    if (leavesForResult) location.replace(orderAddress("result", named, visitStore));
  }, [leavesForResult, named]);

  const error = order.error ?? plans.error;
  if (error instanceof ApiError && error.code === 404)
    return user?.kind === "guest" ? <OrderSignIn page="easy" named={named} /> : <NoOrder />;
  if (error && !(order.data && plans.data))
    return <Failed level="h1" retry={() => void Promise.all([order.refetch(), plans.refetch()])} />;
  if (!order.data || !plans.data || leavesForResult) return <OrderSkeleton />;
  if (!isOpenOrder(order.data.state)) return <OrderOver order={order.data} />;
  return <Payable named={named} order={order.data} methods={plans.data.methods} />;
}

function Payable({ named, order, methods }: { named: NamedOrder; order: Order; methods: readonly Method[] }) {
  const t = useMessages();
  const language = useLanguage();
  const user = useUser();
  const [step, setStep] = useState<PayStep>("idle");
  const charge = useChargeCard(named, setStep);
  const member = user?.kind === "member";
  const isRenewal = order.kind === "renewal";
  const membership = useQuery({ ...paymentsQuery(language), enabled: member && isRenewal }).data
    ?.subscription;
  const card = methods.find((method) => method.type === "card");
  const selection = originOf(visitStore, order);
  const other = !isRenewal && methods.some(({ type }) => type === "paypal");
  const otherHref = shoppingAddress({ ...selection, method: "paypal" });
  const back = isRenewal ? "/individual" : shoppingAddress(selection);
  const terms = (
    <TermsLine
      // A change of plan costs less than each further period.
      price={{ display: order.lines[0]?.display ?? order.total.display }}
      periodDays={order.kind === "unlock" ? null : order.periodDays}
      method="card"
      begins={membership?.renewsAt ?? order.createdAt}
    />
  );
  return (
    <div className="space-y-5">
      <OrderSummary order={order} />
      {/* The user is fetched first: filling in a field later would overwrite what was typed. */}
      {user === undefined ? null : card ? (
        <CardForm
          use={charge}
          step={step}
          onStep={setStep}
          label={t("pay.submit", { price: barPrice(order.total, language) })}
          busyLabel={t("pay.paying")}
          gateway={card}
          email={member ? (user.email ?? "") : ""}
          terms={terms}
          otherwise={other ? <TextLink href={otherHref}>{t("pay.paypalInstead")}</TextLink> : null}
        />
      ) : (
        <p role="alert" className="text-muted">
          {t("pay.noCards")}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-sm">
        <a href={back} className="inline-flex min-h-11 items-center gap-1 text-muted hover:text-text">
          <ChevronLeft aria-hidden className="-ml-1 size-5" />
          {t("pay.back")}
        </a>
        {other ? <TextLink href={otherHref}>{t("pay.paypalInstead")}</TextLink> : null}
      </div>
    </div>
  );
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
      {children}
    </a>
  );
}
