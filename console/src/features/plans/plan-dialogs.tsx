import type { ConsolePlan, ConsolePlans } from "@cliffhanger/contract/console/plans";
import { useEffect, useRef, useState } from "react";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { CancelPlanned, SellPlan } from "./confirm-plan.tsx";
import { NewPlan } from "./new-plan.tsx";
import { PlanTextsForm } from "./plan-texts-form.tsx";
import { PriceForm } from "./price-form.tsx";

type Shown =
  | { dialog: "new" }
  | { dialog: "price" | "texts" | "sell"; plan: ConsolePlan }
  | { dialog: "unlock-price" }
  | { dialog: "cancel"; plan: ConsolePlan | null; currency: string; at: string };

/** The dialogs about plans, which the address names. */
export function PlanDialogs({ plans }: { plans: ConsolePlans }) {
  const [params, change] = useAddress();
  const asked = askedFor(params, plans.list);
  const address = asked ? params.toString() : "";
  // A dialog keeps what it was opened for until it is gone, also when the list behind it changes.
  const [shown, setShown] = useState<{ no: number; address: string; what: Shown } | null>(null);
  const wasClosed = useRef(false);
  useEffect(() => {
    // One that opens again begins anew, also while it still moves away.
    if (asked && (shown?.address !== address || wasClosed.current))
      setShown({ no: (shown?.no ?? 0) + 1, address, what: asked });
    wasClosed.current = asked === null;
  }, [asked, address, shown]);
  const close = () => change({ dialog: null, plan: null, currency: null, at: null }, { replace: true });
  const what = shown?.what ?? null;
  return (
    <Dialog
      opened={asked !== null && what !== null}
      title={what === null ? "" : titleOf(what)}
      size={what?.dialog === "texts" ? "40rem" : "32rem"}
      close={close}
    >
      {what && <Content key={shown?.no} what={what} plans={plans} close={close} />}
    </Dialog>
  );
}

function Content({ what, plans, close }: { what: Shown; plans: ConsolePlans; close: () => void }) {
  switch (what.dialog) {
    case "new":
      return <NewPlan close={close} />;
    case "price":
      return <PriceForm planId={what.plan.id} prices={what.plan.prices} close={close} />;
    case "unlock-price":
      return <PriceForm planId={null} prices={plans.unlock} close={close} />;
    case "texts":
      return <PlanTextsForm plan={what.plan} close={close} />;
    case "sell":
      return <SellPlan plan={what.plan} close={close} />;
    case "cancel":
      return (
        <CancelPlanned planId={what.plan?.id ?? null} currency={what.currency} at={what.at} close={close} />
      );
  }
}

function askedFor(params: URLSearchParams, list: readonly ConsolePlan[]): Shown | null {
  const dialog = params.get("dialog");
  const plan = list.find(({ id }) => id === params.get("plan")) ?? null;
  const [currency, at] = [params.get("currency"), params.get("at")];
  if (dialog === "new" || dialog === "unlock-price") return { dialog };
  if (dialog === "cancel" && currency !== null && at !== null) return { dialog, plan, currency, at };
  if ((dialog === "price" || dialog === "texts" || dialog === "sell") && plan) return { dialog, plan };
  return null;
}

function titleOf(what: Shown): string {
  switch (what.dialog) {
    case "new":
      return t("plans.new");
    case "unlock-price":
      return t("plans.unlock");
    case "cancel":
      return t("plans.cancelTitle");
    case "sell":
      return t(what.plan.isSold ? "plans.takeOffTitle" : "plans.putBackTitle", { name: what.plan.name });
    case "price":
      return t("plans.priceTitle", { name: what.plan.name });
    case "texts":
      return t("plans.textsTitle", { name: what.plan.name });
  }
}
