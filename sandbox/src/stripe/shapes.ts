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

/** The owner of a card. */
export const billingShape = {
  address: addressShape,
  email: "text?",
  name: "text?",
  phone: "text?",
  tax_id: "text?",
} as const;

/** A card, which only its field iframes may send; or a token for one. */
export const cardShape = {
  number: "text",
  exp_month: "integer",
  exp_year: "integer",
  cvc: "text",
  token: "text",
} as const;

const usages = ["recurring", "unscheduled", "installment"] as const;

/** The parameters of a card when it is saved. */
export const cardSetupShape = {
  request_three_d_secure: ["any", "automatic", "challenge"],
  setup_credential_usage: usages,
  network: "text",
  moto: "boolean",
} as const;

/** The parameters of a card for one payment. */
export const cardOptionsShape = {
  ...cardSetupShape,
  setup_future_usage: ["none", "off_session", "on_session"],
  stored_credential_usage: usages,
} as const;

/** The customer's consent to later charges. */
export const mandateShape = {
  customer_acceptance: {
    type: ["online", "offline"],
    accepted_at: "integer",
    online: { ip_address: "text", user_agent: "text" },
    offline: {},
  },
} as const;

/** The destination of a package. */
export const shippingShape = {
  address: addressShape,
  name: "text",
  phone: "text",
  carrier: "text",
  tracking_number: "text",
} as const;

/** Returns an address with all fields. */
export function fullAddress(address: Partial<Record<keyof Address, string>> = {}): Address {
  const row = (name: keyof Address) => address[name] || null;
  return {
    city: row("city"),
    country: row("country"),
    line1: row("line1"),
    line2: row("line2"),
    postal_code: row("postal_code"),
    state: row("state"),
  };
}
