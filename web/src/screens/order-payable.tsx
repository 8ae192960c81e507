import type { Order, PlanList } from "@cliffhanger/contract";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { CardForm } from "../features/billing/card/card-form.tsx";
import { SavedPay } from "../features/billing/card/saved-pay.tsx";
import { useChargeCard } from "../features/billing/card/use-charge-card.ts";
import { type PayStep, useOrderAnswers } from "../features/billing/card/use-order-answers.ts";
import { KeepBox } from "../features/billing/keep-box.tsx";
import type { NamedOrder } from "../features/billing/order-key.ts";
import { originOf } from "../features/billing/order-origin.ts";
import { OrderSummary } from "../features/billing/order-summary.tsx";
import { barPrice } from "../features/billing/prices.ts";
import { shoppingAddress } from "../features/billing/selection.ts";
import { TermsLine } from "../features/billing/terms-line.tsx";
import { useSavedCard } from "../features/billing/use-saved-card.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { useUser } from "../lib/user.ts";
import { visitStore } from "../lib/visit-storage.ts";

interface OrderPayableProps {
  named: NamedOrder;
  order: Order;
  sale: PlanList;
}

/** Renders an order that waits to be paid: a saved card first, then the card form, then other ways. */
export function OrderPayable({ named, order, sale }: OrderPayableProps) {
  const t = useMessages();
  const language = useLanguage();
  const user = useUser();
  const [step, setStep] = useState<PayStep>("idle");
  const [kept, setKept] = useState(false);
  const { keep } = sale.consent;
  const answersFor = useOrderAnswers(setStep);
  const charge = useChargeCard(async () => ({ named }), answersFor, kept ? keep.version : null);
  const member = user?.kind === "member";
  // The link of an email names a key with the order, and does not prove whose order it is.
  const isOwner = member || named.orderKey === null;
  const isRenewal = order.kind === "renewal";
  const card = sale.methods.find((method) => method.type === "card");
  const { saved, continues } = useSavedCard(order, sale, { isOwner, isMember: member });
  const selection = originOf(visitStore, order);
  const other = !isRenewal && sale.methods.some(({ type }) => type === "paypal");
  const otherHref = shoppingAddress({ ...selection, method: "paypal" });
  const back = isRenewal ? "/individual" : shoppingAddress(selection);
  const terms = (
    <TermsLine
      // A change of plan costs less than each further period.
      price={{ display: order.lines[0]?.display ?? order.total.display }}
      periodDays={order.kind === "unlock" ? null : order.periodDays}
      method="card"
      begins={order.startsAt ?? order.createdAt}
    />
  );
  return (
    <div className="space-y-5">
      <OrderSummary order={order} />
      {card && saved ? (
        <section className="space-y-5">
          <SavedPay
            named={named}
            order={order}
            method={saved}
            gateway={card}
            continues={continues}
            terms={terms}
          />
          <h2 className="border-t border-line pt-5 text-lg font-semibold">{t("pay.otherCard")}</h2>
        </section>
      ) : null}
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
          keep={
            isOwner && order.kind === "unlock" ? (
              <KeepBox text={keep.card} kept={kept} onKeep={setKept} />
            ) : null
          }
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
