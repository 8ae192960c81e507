import { LoaderCircle, Lock } from "lucide-react";
import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useMessages } from "../../../lib/use-language.ts";
import { TextField } from "../../../ui/text-field.tsx";
import type { NamedOrder } from "../order-key.ts";
import type { CardField as Field } from "./card-faults.ts";
import { CardFieldBox } from "./card-field.tsx";
import { type CardGateway, useCardFields } from "./use-card-fields.ts";
import { type CardPayment, type PayFault, useCardPayment } from "./use-card-payment.ts";

interface CardFormProps {
  order: NamedOrder;
  /** The amount, as the button says it. */
  price: string;
  gateway: CardGateway;
  /** The member's address, to begin with. */
  email: string;
  /** What renews when, right above the button. */
  terms: ReactNode;
  /** Other ways to pay, once this one was refused. */
  otherwise: ReactNode;
}

/** Six fields, three of them the gateway's own iframes (R34), and one button. */
export function CardForm({ order, price, gateway, email, terms, otherwise }: CardFormProps) {
  const t = useMessages();
  // What was typed in since the last fault: its words have done their work.
  const [healed, setHealed] = useState<ReadonlySet<string>>(new Set());
  const heal = useCallback((name: string) => setHealed((all) => new Set([...all, name])), []);
  const fields = useCardFields(gateway, heal);
  const payment = useCardPayment(order, fields);
  const { fault, step } = payment;
  const faultOf = (name: keyof PayFault["fields"]) => (healed.has(name) ? undefined : fault?.fields[name]);
  const form = useRef<HTMLFormElement>(null);

  // The first field that is wrong, in the order of the form, gets the cursor.
  const lead = useEffectEvent((wrong: PayFault["fields"]) => {
    const own = (["number", "expiry", "cvc"] as const).find((field) => wrong[field]);
    if (own) fields.focus(own);
    else form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  });
  useEffect(() => {
    if (fault) lead(fault.fields);
  }, [fault]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setHealed(new Set());
    const values = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = values.get(name);
      return typeof value === "string" ? value : "";
    };
    payment.pay({ firstName: text("firstName"), lastName: text("lastName"), email: text("email") });
  }

  const box = (field: Field, label: string, children?: ReactNode) => (
    <CardFieldBox
      label={label}
      box={fields.boxes[field]}
      focused={fields.focused === field}
      fault={faultOf(field) ?? (fields.states[field].fault ? t(fields.states[field].fault) : null)}
      ready={fields.status === "ready"}
    >
      {children}
    </CardFieldBox>
  );
  const faults = Object.values(fault?.fields ?? {});
  if (fields.status === "failed") return <FieldsGone retry={fields.retry} />;
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-busy={step !== "idle"}
      onSubmit={onSubmit}
      onInput={({ target }) => (target instanceof HTMLInputElement ? heal(target.name) : undefined)}
      className="space-y-4"
    >
      <div role="alert">
        {fault?.message ? (
          <div className="rounded-lg border border-accent bg-raised px-4 py-3 text-sm">
            <p>{fault.message}</p>
            {otherwise}
          </div>
        ) : null}
        {faults.length > 0 ? <p className="sr-only">{faults.join(" ")}</p> : null}
      </div>
      {box(
        "number",
        t("pay.number"),
        fields.brand ? (
          <span className="shrink-0 rounded-sm bg-white/12 px-2 py-0.5 text-xs font-semibold">
            {fields.brand}
          </span>
        ) : null,
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4">
        {box("expiry", t("pay.expiry"))}
        {box("cvc", t("pay.cvc"))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4">
        <TextField
          name="firstName"
          label={t("pay.firstName")}
          autoComplete="cc-given-name"
          maxLength={100}
          required
          fault={faultOf("firstName")}
        />
        <TextField
          name="lastName"
          label={t("pay.lastName")}
          autoComplete="cc-family-name"
          maxLength={100}
          required
          fault={faultOf("lastName")}
        />
      </div>
      <TextField
        name="email"
        type="email"
        inputMode="email"
        label={t("pay.email")}
        hint={t("pay.emailHint")}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={email}
        maxLength={254}
        required
        fault={faultOf("email")}
      />
      <div className="pt-1">
        <p className="mb-3 text-sm text-text/85">{terms}</p>
        <PayButton step={step} price={price} ready={fields.status === "ready"} />
        <p className="mt-3 flex items-start gap-2 text-xs text-muted">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t("pay.private")}
        </p>
      </div>
    </form>
  );
}

function PayButton({ step, price, ready }: { step: CardPayment["step"]; price: string; ready: boolean }) {
  const t = useMessages();
  const busy = step !== "idle";
  const words = {
    idle: "pay.submit",
    paying: "pay.paying",
    bank: "pay.bank",
    checking: "pay.checking",
  } as const;
  return (
    <button
      type="submit"
      disabled={!ready}
      aria-disabled={busy}
      className="primary flex min-h-13 w-full items-center justify-center gap-2.5 rounded-lg px-6 py-2 text-center leading-5 font-semibold transition-transform duration-150 ease-out select-none active:scale-[0.98] disabled:opacity-60"
    >
      {busy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : null}
      <span aria-live="polite" className="tabular">
        {t(words[step], { price })}
      </span>
    </button>
  );
}

function FieldsGone({ retry }: { retry: () => void }) {
  const t = useMessages();
  return (
    <div role="alert" className="rounded-lg border border-line bg-surface px-5 py-6 text-center">
      <p className="text-sm text-muted">{t("pay.faults.fieldsGone")}</p>
      <button
        type="button"
        onClick={retry}
        className="mt-3 min-h-11 font-semibold underline underline-offset-4"
      >
        {t("errors.retry")}
      </button>
    </div>
  );
}
