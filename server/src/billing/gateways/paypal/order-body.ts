import type { Language } from "@cliffhanger/contract";
import type { Amount, CreateInput } from "../../records/gateway.ts";
import { paypalValueOf } from "../../records/gateway-amounts.ts";
import { invoiceIdOf } from "./invoice.ts";

/** PayPal's locales by our languages. */
export const locales: Record<Language, string> = {
  en: "en-US",
  es: "es-ES",
  fr: "fr-FR",
  de: "de-DE",
  pt: "pt-BR",
};

/**
 * Returns the body that creates an order: for the payer's approval, for a later charge, or paid at once by a
 * saved account.
 */
export function orderBodyOf(
  input: CreateInput,
  { installation, vaultId }: { installation: string | undefined; vaultId?: string },
) {
  const experience = {
    brand_name: input.siteName.slice(0, 127),
    locale: locales[input.language],
    shipping_preference: "NO_SHIPPING",
    user_action: "PAY_NOW",
    return_url: input.returnUrl,
    cancel_url: input.cancelUrl,
  };
  const unit = {
    reference_id: input.sale ? `${input.orderId}/${input.sale}` : input.orderId,
    custom_id: input.paymentId,
    invoice_id: invoiceIdOf(installation, input.orderNumber),
    description: input.description.slice(0, 127),
    amount: moneyOf(input),
  };
  return { intent: "CAPTURE", purchase_units: [unit], ...sourceOf(input, experience, vaultId) };
}

function sourceOf(input: CreateInput, experience: object, vaultId: string | undefined) {
  if (vaultId !== undefined)
    return {
      payment_source: {
        paypal: { ...savedAccount(vaultId, input.initiator), experience_context: experience },
      },
    };
  // For a merchant-initiated charge, the payment source is only named in the capture.
  if (input.initiator === "merchant") return { application_context: experience };
  const vault = input.saveInstrument ? { attributes: { vault: vaultAttributes(input) } } : {};
  return { payment_source: { paypal: { experience_context: experience, ...vault } } };
}

/** Returns the payment source of a saved account: for a renewal, or for a payment that its owner confirms. */
export function savedAccount(vaultId: string, initiator: CreateInput["initiator"] = "merchant") {
  const isOwner = initiator === "customer";
  return {
    vault_id: vaultId,
    stored_credential: {
      payment_initiator: isOwner ? "CUSTOMER" : "MERCHANT",
      usage: "SUBSEQUENT",
      usage_pattern: isOwner ? "IMMEDIATE" : "RECURRING_PREPAID",
    },
  };
}

/**
 * Returns the attributes that save an account for later payments. Several customers may share one account.
 */
function vaultAttributes({ description, usage }: Pick<CreateInput, "description" | "usage">) {
  return {
    store_in_vault: "ON_SUCCESS",
    usage_type: "MERCHANT",
    customer_type: "CONSUMER",
    usage_pattern: usage === "on_session" ? "IMMEDIATE" : "RECURRING_PREPAID",
    permit_multiple_payment_tokens: true,
    description: description.slice(0, 128),
  };
}

/** Returns an amount in PayPal's form. */
export function moneyOf({ amount, currency }: Amount) {
  return { currency_code: currency, value: paypalValueOf(amount, currency) };
}
