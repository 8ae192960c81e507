import type { Subscription } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../lib/api.ts";
import { formatDate } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { nextPrice } from "./prices.ts";
import { plansQuery } from "./queries.ts";
import { namedMethods } from "./selection.ts";

interface ChangeMethodSheetProps {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
}

/** Renders how the membership may be paid from now on, and what is charged when. A choice leads to wallets and the card form, or to PayPal. */
export function ChangeMethodSheet({ subscription, open, onClose }: ChangeMethodSheetProps) {
  const t = useMessages();
  const { data } = useQuery({ ...plansQuery(null, useLanguage()), enabled: open });
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const offersWallet = data?.methods.some(({ type }) => type === "wallet") ?? false;

  async function choose(method: "card" | "wallet" | "paypal"): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const { next } = await call("POST /api/payment/method", { method }, { quiet: true });
      // The page is being left: it stays busy, so that another tap cannot begin a second change.
      if (next && "url" in next) return location.assign(next.url);
      setFault(t("errors.general"));
    } catch (error) {
      setFault(error instanceof ApiError && error.message ? error.message : t("errors.general"));
    }
    setBusy(false);
  }

  return (
    <Sheet open={open} onClose={onClose} title={t("methods.changeTitle")}>
      <p className="text-muted">{whatIsCharged(subscription, t)}</p>
      {fault ? (
        <p role="alert" className="mt-3 text-sm font-medium">
          {fault}
        </p>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {namedMethods(data?.methods ?? []).map((type) => (
          <Button
            key={type}
            shape="primary"
            aria-disabled={busy}
            onClick={busy ? undefined : () => void choose(type === "card" && offersWallet ? "wallet" : type)}
            className="min-w-[min(11rem,100%)] flex-1"
          >
            {t(type === "card" && offersWallet ? "methods.cardOrWallet" : `offer.by.${type}`)}
          </Button>
        ))}
        <Button shape="quiet" onClick={onClose} className="min-w-[min(11rem,100%)] flex-1">
          {t("methods.keep")}
        </Button>
      </div>
    </Sheet>
  );
}

/** Returns what the new method is charged for, and when. */
export function whatIsCharged(subscription: Subscription, t: ReturnType<typeof useMessages>): string {
  const { state, renewsAt, cancelAtPeriodEnd } = subscription;
  const price = nextPrice(subscription).display;
  if (cancelAtPeriodEnd) return t("methods.changeEnding", { date: formatDate(renewsAt) });
  if (state === "past_due") return t("methods.changeNow", { price });
  return t("methods.changeFrom", { date: formatDate(renewsAt), price });
}
