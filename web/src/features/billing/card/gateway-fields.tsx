import type { ReactNode } from "react";
import { useMessages } from "../../../lib/use-language.ts";
import type { CardField } from "./card-faults.ts";
import { CardFieldBox } from "./card-field.tsx";
import type { CardFields } from "./use-card-fields.ts";

interface GatewayFieldsProps {
  fields: CardFields;
  /** The fault that the last attempt to pay found in a field. */
  faultOf: (field: CardField) => string | undefined;
}

/** Renders the card's number, expiry and code, which are the gateway's own iframes (R34). */
export function GatewayFields({ fields, faultOf }: GatewayFieldsProps) {
  const t = useMessages();
  const box = (field: CardField, label: string, children?: ReactNode) => (
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
  return (
    <>
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
    </>
  );
}

/** Renders what replaces the form when the gateway's script or fields could not be loaded. */
export function GatewayFieldsFailed({ retry }: { retry: () => void }) {
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
