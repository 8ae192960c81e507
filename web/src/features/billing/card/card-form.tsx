import { Lock } from "lucide-react";
import {
  type FormEvent,
  type InputEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useMessages } from "../../../lib/use-language.ts";
import { GatewayFields, GatewayFieldsFailed } from "./gateway-fields.tsx";
import { PayButton } from "./pay-button.tsx";
import { firstCardFault, type Payer, type PayFault } from "./payer-faults.ts";
import { PayerFields } from "./payer-fields.tsx";
import { keepTyped } from "./typed-payer.ts";
import { type CardGateway, useCardFields } from "./use-card-fields.ts";
import { type UseCard, useCardPayment } from "./use-card-payment.ts";
import type { PayStep } from "./use-order-answers.ts";

interface CardFormProps {
  /** What the form does with the card, and how far it is. */
  use: UseCard;
  step: PayStep;
  onStep: (step: PayStep) => void;
  /** What the button does, and what it says while it does it. */
  label: string;
  busyLabel: string;
  gateway: CardGateway;
  /** The member's address, as the field's first value. */
  email: string;
  /** What renews when, right above the button. */
  terms: ReactNode;
  /** The box that keeps the card for later unlocks. */
  keep?: ReactNode;
  /** Other ways to pay, shown once this one was declined. */
  otherwise: ReactNode;
}

/** Renders six fields, three of them the gateway's own iframes (R34), and one button. */
export function CardForm({ use, step, onStep, label, busyLabel, ...shown }: CardFormProps) {
  const { gateway, email, terms, keep, otherwise } = shown;
  const t = useMessages();
  // Fields edited since the last fault no longer show it.
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const markEdited = useCallback((name: string) => setEdited((all) => new Set([...all, name])), []);
  const fields = useCardFields(gateway, markEdited);
  const { fault, pay } = useCardPayment(fields, use, onStep);
  const faultOf = (name: keyof PayFault["fields"]) => (edited.has(name) ? undefined : fault?.fields[name]);
  const form = useRef<HTMLFormElement>(null);

  // The first field that is wrong, in the order of the form, gets the cursor.
  const focusFirst = useEffectEvent((faults: PayFault["fields"]) => {
    const field = firstCardFault(faults);
    if (field) fields.focus(field);
    else form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  });
  useEffect(() => {
    if (fault) focusFirst(fault.fields);
  }, [fault]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setEdited(new Set());
    pay(payerIn(event.currentTarget));
  }

  function onInput({ target, currentTarget }: InputEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement)) return;
    markEdited(target.name);
    keepTyped(payerIn(currentTarget));
  }

  if (fields.status === "failed") return <GatewayFieldsFailed retry={fields.retry} />;
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-busy={step !== "idle"}
      onSubmit={onSubmit}
      onInput={onInput}
      className="space-y-4"
    >
      <PayAlert fault={fault}>{otherwise}</PayAlert>
      <GatewayFields fields={fields} faultOf={faultOf} />
      <PayerFields email={email} faultOf={faultOf} />
      {keep}
      <div className="pt-1">
        <p className="mb-3 text-sm text-text/85">{terms}</p>
        <PayButton step={step} label={label} busyLabel={busyLabel} ready={fields.status === "ready"} />
        <p className="mt-3 flex items-start gap-2 text-xs text-muted">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t("pay.private")}
        </p>
      </div>
    </form>
  );
}

function payerIn(form: HTMLFormElement): Payer {
  const values = new FormData(form);
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === "string" ? value : "";
  };
  return { firstName: text("firstName"), lastName: text("lastName"), email: text("email") };
}

function PayAlert({ fault, children }: { fault: PayFault | null; children: ReactNode }) {
  const fieldFaults = Object.values(fault?.fields ?? {});
  return (
    <div role="alert">
      {fault?.message ? (
        <div className="rounded-lg border border-accent bg-raised px-4 py-3 text-sm">
          <p>{fault.message}</p>
          {children}
        </div>
      ) : null}
      {fieldFaults.length > 0 ? <p className="sr-only">{fieldFaults.join(" ")}</p> : null}
    </div>
  );
}
