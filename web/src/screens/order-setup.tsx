import type { Method, Subscription, User } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import { CardForm } from "../features/billing/card/card-form.tsx";
import type { PayStep } from "../features/billing/card/use-order-answers.ts";
import { useSaveCard, useSaveMethod } from "../features/billing/card/use-save-card.ts";
import { whatIsCharged } from "../features/billing/change-method-sheet.tsx";
import { NoOrder } from "../features/billing/no-order.tsx";
import { OrderSkeleton } from "../features/billing/order-summary.tsx";
import { nextPrice } from "../features/billing/prices.ts";
import { methodChangeQuery, paymentsQuery, plansQuery } from "../features/billing/queries.ts";
import type { WalletUse } from "../features/billing/wallet/element-options.ts";
import { useSaveWallet } from "../features/billing/wallet/use-save-wallet.ts";
import { WalletWays } from "../features/billing/wallet/wallet-ways.tsx";
import { ApiError } from "../lib/api.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { useRestored } from "../lib/use-restored.ts";
import { useUser } from "../lib/user.ts";
import { Failed } from "../ui/failed.tsx";

/** Renders the ways to give another method: it is saved, and charged only where the text above the buttons says so. */
export function OrderSetup({ setupId }: { setupId: string }) {
  const t = useMessages();
  const language = useLanguage();
  const change = useQuery({ ...methodChangeQuery(setupId, language), staleTime: 30_000 });
  const plans = useQuery(plansQuery(null, language));
  const payments = useQuery(paymentsQuery(language));
  const user = useUser();
  const error = change.error ?? plans.error ?? payments.error;
  if (error instanceof ApiError && (error.code === 404 || error.code === 401)) return <NoOrder />;
  if (error)
    return (
      <Failed
        level="h1"
        retry={() => void Promise.all([change.refetch(), plans.refetch(), payments.refetch()])}
      />
    );
  if (!change.data || !plans.data || !payments.data || user === undefined) return <OrderSkeleton />;
  const { methods } = plans.data;
  const { subscription } = payments.data;
  const isOpen = change.data.state === "open" || change.data.state === "action";
  return (
    <div className="space-y-5">
      <h1 className="font-title text-2xl">{t("methods.changeTitle")}</h1>
      {subscription && isOpen && methods.some(({ type }) => type === "card") ? (
        <Ways {...{ setupId, methods, subscription, user }} />
      ) : (
        <p role="alert" className="text-muted">
          {t(change.data.state === "succeeded" ? "methods.saved" : "methods.changeOver")}
        </p>
      )}
      <a
        href="/individual"
        className="inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-text"
      >
        <ChevronLeft aria-hidden className="-ml-1 size-5" />
        {t("pay.back")}
      </a>
    </div>
  );
}

interface WaysProps {
  setupId: string;
  methods: readonly Method[];
  subscription: Subscription;
  user: User;
}

/** Renders the wallets of the customer's device, and the card form below them or in their place. */
function Ways({ setupId, methods, subscription, user }: WaysProps) {
  const t = useMessages();
  const [step, setStep] = useState<PayStep>("idle");
  const [fault, setFault] = useState<string | null>(null);
  const save = useSaveMethod(setupId, setStep);
  const saveCard = useSaveCard(save);
  const saveWallet = useSaveWallet(save, {
    onBusy(isBusy) {
      if (isBusy) setFault(null);
      setStep(isBusy ? "paying" : "idle");
    },
    onFault: setFault,
  });
  // A restored page is no longer on the way to the gateway.
  useRestored(() => setStep("idle"));
  const card = methods.find((method) => method.type === "card");
  const wallet = methods.find((method) => method.type === "wallet");
  const terms = whatIsCharged(subscription, t);
  const form = card ? (
    <CardForm
      use={saveCard}
      step={step}
      onStep={setStep}
      label={t("methods.save")}
      busyLabel={t("methods.saving")}
      gateway={card}
      email={user.email ?? ""}
      terms={terms}
      otherwise={null}
    />
  ) : null;
  if (!wallet) return form;
  return (
    <>
      <p role="alert" className="rounded-lg border border-accent bg-raised px-4 py-3 text-sm empty:hidden">
        {fault}
      </p>
      <WalletWays
        gateway={wallet}
        use={renewalOf(subscription)}
        title={subscription.plan.name}
        busy={step !== "idle"}
        terms={terms}
        onPaypal={null}
        mayOpen={() => step === "idle"}
        onAuthorised={(authorised) => void saveWallet(authorised)}
      >
        {form}
      </WalletWays>
    </>
  );
}

/** Returns what the wallet is asked for: the coming charges of the membership, if there are any. */
function renewalOf(subscription: Subscription): WalletUse {
  const { state, cancelAtPeriodEnd, pendingPlan, periodDays, renewsAt } = subscription;
  return {
    kind: "renew",
    price: nextPrice(subscription),
    periodDays: cancelAtPeriodEnd ? null : (pendingPlan?.periodDays ?? periodDays),
    from: state === "past_due" ? null : new Date(renewsAt),
  };
}
