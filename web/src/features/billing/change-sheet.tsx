import type { Plan, PlanChange, PlanList, Subscription } from "@cliffhanger/contract";
import { type ReactNode, useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Consent } from "./consent.tsx";
import { nameSaved } from "./describe-method.ts";
import { Methods } from "./methods.tsx";
import { barPrice, changeText, nextCharge } from "./prices.ts";
import { SavedSegments } from "./saved-segments.tsx";
import { bySaved, namedMethods, type PayMethod, savedForChange, savedMethodOf } from "./selection.ts";
import { useAgreed } from "./use-agreed.ts";
import { useChange } from "./use-change.ts";

interface ChangeSheetProps {
  open: boolean;
  onClose: () => void;
  sale: PlanList;
  subscription: Subscription;
  change: PlanChange;
  plan: Plan;
}

/** Renders what a change of plan costs and when it begins, the terms, and the one button. */
export function ChangeSheet({ open, onClose, sale, subscription, change, plan }: ChangeSheetProps) {
  const t = useMessages();
  const { busy, pay, schedule } = useChange();
  const [agreed, setAgreed] = useAgreed(`${sale.consent.version} ${change.charge.amount}`);
  const [fault, setFault] = useState<string | null>(null);
  const language = useLanguage();
  const ownMethods = savedForChange(sale.saved);
  const offered = [...ownMethods.map(({ id }) => bySaved(id)), ...namedMethods(sale.methods)];
  const [method, setMethod] = useState<PayMethod | null>(offered[0] ?? null);
  const saved = savedMethodOf(method, ownMethods);
  const isNow = change.kind === "now";
  const isFree = change.charge.amount === 0;
  const begins = formatDate(change.at);

  function label(): string {
    if (!isNow) return t("membership.changeAtEnd", { date: begins });
    if (isFree) return t("membership.changeDoFree");
    return saved
      ? t("offer.paySaved", { price: barPrice(change.charge, language), method: nameSaved(saved) })
      : t("membership.changeDo", { price: change.charge.display });
  }

  async function submit(): Promise<void> {
    if (!agreed) return setFault(t("offer.agreeFirst"));
    if (!isNow) {
      if (await schedule(change, { at: sale.at, version: sale.consent.version })) onClose();
    } else if (method && (await pay(change, { method, at: sale.at, version: sale.consent.version })))
      onClose();
  }

  return (
    <Sheet open={open} onClose={onClose} title={t("membership.changeTitle", { plan: plan.name })}>
      <div className="space-y-4">
        <p className="text-muted">
          {t(changeText(change), { date: begins })}
          {subscription.cancelAtPeriodEnd ? ` ${t("membership.changeKeeps")}` : ""}
        </p>
        {isNow ? <Amounts change={change} plan={plan} /> : null}
        {isNow && !isFree ? (
          <Methods methods={sale.methods} chosen={method} onChoose={setMethod}>
            <SavedSegments saved={ownMethods} chosen={method} onChoose={setMethod} />
          </Methods>
        ) : null}
        <Consent
          text={sale.consent.text}
          brief
          agreed={agreed}
          onAgree={(next) => {
            setAgreed(next);
            setFault(null);
          }}
          fault={fault}
        />
        <p className="text-sm text-text/85">
          {t("membership.changeThen", {
            price: plan.price.display,
            count: plan.periodDays,
            date: isNow ? formatDate(nextCharge(plan, sale.at)) : begins,
          })}
        </p>
        <Button
          shape="primary"
          aria-disabled={busy}
          onClick={busy ? undefined : () => void submit()}
          className="w-full"
        >
          {label()}
        </Button>
      </div>
    </Sheet>
  );
}

function Amounts({ change: { charge, credit }, plan }: { change: PlanChange; plan: Plan }) {
  const t = useMessages();
  const isWaived = charge.amount + credit.amount < plan.price.amount;
  return (
    <dl className="tabular space-y-1.5 text-sm">
      <Line name={t("membership.changePrice")}>{plan.price.display}</Line>
      {credit.amount > 0 ? <Line name={t("membership.changeCredit")}>{`−${credit.display}`}</Line> : null}
      {isWaived ? <Line name={t("membership.changeWaived")}>{null}</Line> : null}
      <div className="border-t border-line pt-1.5 font-semibold">
        <Line name={t("membership.changeToday")}>{charge.display}</Line>
      </div>
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt>{name}</dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  );
}
