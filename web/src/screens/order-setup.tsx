import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import { CardForm } from "../features/billing/card/card-form.tsx";
import type { PayStep } from "../features/billing/card/use-order-answers.ts";
import { useSaveCard } from "../features/billing/card/use-save-card.ts";
import { whatIsCharged } from "../features/billing/change-method-sheet.tsx";
import { NoOrder } from "../features/billing/no-order.tsx";
import { OrderSkeleton } from "../features/billing/order-summary.tsx";
import { methodChangeQuery, paymentsQuery, plansQuery } from "../features/billing/queries.ts";
import { ApiError } from "../lib/api.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { useUser } from "../lib/user.ts";
import { Failed } from "../ui/failed.tsx";

/** Renders the card form of a change of method: the card is saved, and charged only where the text above the button says so. */
export function OrderSetup({ setupId }: { setupId: string }) {
  const t = useMessages();
  const language = useLanguage();
  const change = useQuery({ ...methodChangeQuery(setupId, language), staleTime: 30_000 });
  const plans = useQuery(plansQuery(null, language));
  const payments = useQuery(paymentsQuery(language));
  const user = useUser();
  const [step, setStep] = useState<PayStep>("idle");
  const save = useSaveCard(setupId, setStep);
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
  const card = plans.data.methods.find((method) => method.type === "card");
  const subscription = payments.data.subscription;
  const isOpen = change.data.state === "open" || change.data.state === "action";
  return (
    <div className="space-y-5">
      <h1 className="font-title text-2xl">{t("methods.changeTitle")}</h1>
      {card && subscription && isOpen ? (
        <CardForm
          use={save}
          step={step}
          onStep={setStep}
          label={t("methods.save")}
          busyLabel={t("methods.saving")}
          gateway={card}
          email={user?.email ?? ""}
          terms={whatIsCharged(subscription, t)}
          otherwise={null}
        />
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
