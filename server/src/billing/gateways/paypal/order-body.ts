import type { Language } from "@cliffhanger/contract";
import type { Amount, CreateInput } from "../../records/gateway.ts";
import { paypalValueOf } from "../../records/gateway-amounts.ts";
import { invoiceIdOf } from "./invoice.ts";

/** PayPal's languages for ours. */
const locales: Record<Language, string> = { en: "en-US", es: "es-ES", fr: "fr-FR", de: "de-DE", pt: "pt-BR" };

/** The body that creates an order: to be approved by its payer, charged by us later, or paid at once by a saved account. */
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
    reference_id: input.orderId,
    custom_id: input.paymentId,
    invoice_id: invoiceIdOf(installation, input.orderNumber),
    description: input.description.slice(0, 127),
    amount: moneyOf(input),
  };
  return { intent: "CAPTURE", purchase_units: [unit], ...sourceOf(input, experience, vaultId) };
}

function sourceOf(input: CreateInput, experience: object, vaultId: string | undefined) {
  if (vaultId !== undefined)
    return { payment_source: { paypal: { ...savedAccount(vaultId), experience_context: experience } } };
  // With the account's owner away, what pays is named only when it is charged.
  if (input.initiator === "merchant") return { application_context: experience };
  const kept = input.keep ? { attributes: { vault: forLater(input.description) } } : {};
  return { payment_source: { paypal: { experience_context: experience, ...kept } } };
}

/** An account that was saved for renewals. */
export function savedAccount(vaultId: string) {
  return {
    vault_id: vaultId,
    stored_credential: {
      payment_initiator: "MERCHANT",
      usage: "SUBSEQUENT",
      usage_pattern: "RECURRING_PREPAID",
    },
  };
}

/** What has PayPal keep an account for later payments; several people here may pay by one account. */
function forLater(description: string) {
  return {
    store_in_vault: "ON_SUCCESS",
    usage_type: "MERCHANT",
    customer_type: "CONSUMER",
    usage_pattern: "RECURRING_PREPAID",
    permit_multiple_payment_tokens: true,
    description: description.slice(0, 128),
  };
}

/** An amount as PayPal writes it. */
export function moneyOf({ amount, currency }: Amount) {
  return { currency_code: currency, value: paypalValueOf(amount, currency) };
}
