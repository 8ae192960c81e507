import type { Address } from "./types.ts";

/** An address. */
export const addressShape = {
  city: "text?",
  country: "text?",
  line1: "text?",
  line2: "text?",
  postal_code: "text?",
  state: "text?",
} as const;

/** Whose card it is. */
export const billingShape = {
  address: addressShape,
  email: "text?",
  name: "text?",
  phone: "text?",
  tax_id: "text?",
} as const;

/** A card, as only its field iframes may say it; or a token that stands for one. */
export const cardShape = {
  number: "text",
  exp_month: "integer",
  exp_year: "integer",
  cvc: "text",
  token: "text",
} as const;

const usages = ["recurring", "unscheduled", "installment"] as const;

/** What is said about a card for saving it. */
export const cardSetupShape = {
  request_three_d_secure: ["any", "automatic", "challenge"],
  setup_credential_usage: usages,
  network: "text",
  moto: "boolean",
} as const;

/** What is said about a card for one payment. */
export const cardOptionsShape = {
  ...cardSetupShape,
  setup_future_usage: ["none", "off_session", "on_session"],
  stored_credential_usage: usages,
} as const;

/** Consent to be charged later, as it was given. */
export const mandateShape = {
  customer_acceptance: {
    type: ["online", "offline"],
    accepted_at: "integer",
    online: { ip_address: "text", user_agent: "text" },
    offline: {},
  },
} as const;

/** Where a package goes. */
export const shippingShape = {
  address: addressShape,
  name: "text",
  phone: "text",
  carrier: "text",
  tracking_number: "text",
} as const;

/** An address with nothing left out. */
export function fullAddress(address: Partial<Record<keyof Address, string>> = {}): Address {
  const line = (name: keyof Address) => address[name] || null;
  return {
    city: line("city"),
    country: line("country"),
    line1: line("line1"),
    line2: line("line2"),
    postal_code: line("postal_code"),
    state: line("state"),
  };
}
