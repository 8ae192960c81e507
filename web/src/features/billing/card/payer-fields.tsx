import { useState } from "react";
import { useMessages } from "../../../lib/use-language.ts";
import { TextField } from "../../../ui/text-field.tsx";
import type { Payer } from "./payer-faults.ts";
import { readTyped } from "./typed-payer.ts";

interface PayerFieldsProps {
  /** The member's address, as the field's first value. */
  email: string;
  faultOf: (field: keyof Payer) => string | undefined;
}

/** Renders the payer's name and address, as they were typed before the page was left for another site. */
export function PayerFields({ email, faultOf }: PayerFieldsProps) {
  const t = useMessages();
  const [typed] = useState(readTyped);
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4">
        <TextField
          name="firstName"
          label={t("pay.firstName")}
          autoComplete="cc-given-name"
          defaultValue={typed.firstName}
          maxLength={100}
          required
          fault={faultOf("firstName")}
        />
        <TextField
          name="lastName"
          label={t("pay.lastName")}
          autoComplete="cc-family-name"
          defaultValue={typed.lastName}
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
        defaultValue={typed.email || email}
        maxLength={254}
        required
        fault={faultOf("email")}
      />
    </>
  );
}
