import { anything, flag, list, record, type Shape, text, word } from "./shapes.ts";

// The requests that a merchant of digital goods uses, by the official descriptions of PayPal's APIs.

const email = text({ min: 3, max: 254, pattern: /^[^\s@]+@[^\s@]+$/ });
const url = text({ min: 1, max: 4000, pattern: /^[a-z][a-z0-9+.-]*:\/\/\S+$/i });
const locale = text({ min: 2, max: 10, pattern: /^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/ });
const customer = text({ min: 1, max: 22, pattern: /^[0-9a-zA-Z_-]+$/ });
const vaultIdentity = text({ min: 1, max: 255, pattern: /^[0-9a-zA-Z_-]+$/ });
const amount: Shape = record(
  {
    currency_code: text({ min: 3, max: 3 }),
    value: text({ max: 32, pattern: /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/ }),
  },
  ["currency_code", "value"],
);
const name = record({
  prefix: text({ max: 140 }),
  given_name: text({ max: 140 }),
  surname: text({ max: 140 }),
  middle_name: text({ max: 140 }),
  suffix: text({ max: 140 }),
  full_name: text({ max: 300 }),
});
const address = record(
  {
    address_line_1: text({ max: 300 }),
    address_line_2: text({ max: 300 }),
    admin_area_2: text({ max: 120 }),
    admin_area_1: text({ max: 300 }),
    postal_code: text({ max: 60 }),
    country_code: text({ min: 2, max: 2, pattern: /^([A-Z]{2}|C2)$/ }),
  },
  ["country_code"],
);
const payee = record({ email_address: email, merchant_id: text({ min: 13, max: 13 }) });

const breakdown = record({
  item_total: amount,
  shipping: amount,
  handling: amount,
  tax_total: amount,
  insurance: amount,
  shipping_discount: amount,
  discount: amount,
});

const item = record(
  {
    name: text({ min: 1, max: 127 }),
    unit_amount: amount,
    tax: amount,
    quantity: text({ max: 10, pattern: /^[1-9][0-9]{0,9}$/ }),
    description: text({ max: 127 }),
    sku: text({ max: 127 }),
    category: word("DIGITAL_GOODS", "PHYSICAL_GOODS", "DONATION"),
  },
  ["name", "unit_amount", "quantity"],
);

const unit = record(
  {
    reference_id: text({ min: 1, max: 256 }),
    amount: record(
      {
        currency_code: text({ min: 3, max: 3 }),
        value: text({ max: 32, pattern: /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/ }),
        breakdown,
      },
      ["currency_code", "value"],
    ),
    payee,
    description: text({ min: 1, max: 127 }),
    custom_id: text({ min: 1, max: 127 }),
    invoice_id: text({ min: 1, max: 127 }),
    soft_descriptor: text({ min: 1, max: 22 }),
    items: list(item),
    shipping: record({
      name,
      type: word("SHIPPING", "PICKUP_IN_PERSON", "PICKUP_IN_STORE", "PICKUP_FROM_PERSON"),
      address,
    }),
  },
  ["amount"],
);

const experience = {
  brand_name: text({ min: 1, max: 127 }),
  locale,
  shipping_preference: word("GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"),
  return_url: url,
  cancel_url: url,
  landing_page: word("LOGIN", "GUEST_CHECKOUT", "NO_PREFERENCE"),
  user_action: word("CONTINUE", "PAY_NOW"),
  payment_method_preference: word("UNRESTRICTED", "IMMEDIATE_PAYMENT_REQUIRED"),
};

const usagePattern = word(
  "IMMEDIATE",
  "DEFERRED",
  "RECURRING_PREPAID",
  "RECURRING_POSTPAID",
  "THRESHOLD_PREPAID",
  "THRESHOLD_POSTPAID",
  "SUBSCRIPTION_PREPAID",
  "SUBSCRIPTION_POSTPAID",
  "UNSCHEDULED_PREPAID",
  "UNSCHEDULED_POSTPAID",
  "INSTALLMENT_PREPAID",
  "INSTALLMENT_POSTPAID",
);

const wallet = record({
  vault_id: vaultIdentity,
  email_address: email,
  name,
  address,
  attributes: record({
    customer: record({ id: customer, email_address: email }),
    vault: record(
      {
        store_in_vault: word("ON_SUCCESS"),
        description: text({ min: 1, max: 128 }),
        usage_pattern: usagePattern,
        usage_type: word("MERCHANT", "PLATFORM"),
        customer_type: word("CONSUMER", "BUSINESS"),
        permit_multiple_payment_tokens: flag,
      },
      ["usage_type"],
    ),
  }),
  experience_context: record(experience),
  // The published description of 2024 lacks it; the current documentation and PayPal's own library have it.
  stored_credential: record(
    {
      payment_initiator: word("CUSTOMER", "MERCHANT"),
      charge_pattern: usagePattern,
      usage_pattern: usagePattern,
      usage: word("FIRST", "SUBSEQUENT", "DERIVED"),
    },
    ["payment_initiator"],
  ),
});

const applicationContext = record({
  brand_name: experience.brand_name,
  locale,
  landing_page: word("LOGIN", "BILLING", "NO_PREFERENCE"),
  shipping_preference: experience.shipping_preference,
  user_action: experience.user_action,
  return_url: url,
  cancel_url: url,
});

/** POST /v2/checkout/orders. */
export const orderShape = record(
  {
    intent: word("CAPTURE", "AUTHORIZE"),
    purchase_units: list(unit, { min: 1, max: 10 }),
    payment_source: record({ paypal: wallet }),
    application_context: applicationContext,
  },
  ["intent", "purchase_units"],
);

/** POST /v2/checkout/orders/{id}/capture. */
export const captureShape = record({ payment_source: record({ paypal: wallet }) });

/** POST /v2/payments/captures/{id}/refund. */
export const refundShape = record({
  amount,
  custom_id: text({ min: 1, max: 127 }),
  invoice_id: text({ min: 1, max: 127 }),
  note_to_payer: text({ min: 1, max: 255 }),
});

const vaultExperience = {
  ...experience,
  brand_name: text({ min: 1, max: 300 }),
  vault_instruction: word("ON_CREATE_PAYMENT_TOKENS", "ON_PAYER_APPROVAL"),
};
const metadata = anything;

/** POST /v3/vault/setup-tokens. */
export const setupTokenShape = record(
  {
    customer: record({ id: customer, merchant_customer_id: text({ min: 1, max: 64 }) }),
    payment_source: record({
      paypal: record({
        description: text({ min: 1, max: 128 }),
        usage_pattern: usagePattern,
        usage_type: word("MERCHANT", "PLATFORM"),
        customer_type: word("CONSUMER", "BUSINESS"),
        permit_multiple_payment_tokens: flag,
        experience_context: record(vaultExperience),
      }),
    }),
    metadata,
  },
  ["payment_source"],
);

/** POST /v3/vault/payment-tokens. */
export const paymentTokenShape = record(
  {
    customer: record({ id: customer, merchant_customer_id: text({ min: 1, max: 64 }) }),
    payment_source: record(
      {
        token: record({ id: vaultIdentity, type: word("SETUP_TOKEN", "BILLING_AGREEMENT") }, ["id", "type"]),
      },
      ["token"],
    ),
    metadata,
  },
  ["payment_source"],
);

/** POST /v1/notifications/webhooks. */
export const webhookShape = record(
  {
    url: text({ min: 1, max: 2048 }),
    event_types: list(record({ name: text({ min: 1 }) }, ["name"]), { min: 1, max: 500 }),
  },
  ["url", "event_types"],
);

/** PATCH /v1/notifications/webhooks/{id}. */
export const patchShape = list(
  record(
    {
      op: text({ min: 1 }),
      path: text({ min: 1 }),
      value: list(record({ name: text({ min: 1 }) }, ["name"]), { min: 1, max: 500 }),
    },
    ["op", "path", "value"],
  ),
  { min: 1, max: 10 },
);

/** POST /v1/notifications/verify-webhook-signature. */
export const verifyShape = record(
  {
    auth_algo: text({ max: 100, pattern: /^[a-zA-Z0-9]+$/ }),
    cert_url: text({ max: 500 }),
    transmission_id: text({ max: 50, pattern: /^(?!\d+$)\w+\S+/ }),
    // The description wants a letter or digit first, but a signature in base64 may begin with + or /.
    transmission_sig: text({ max: 500, pattern: /^\S+$/ }),
    transmission_time: text({ max: 100 }),
    webhook_id: text({ max: 50, pattern: /^[a-zA-Z0-9]+$/ }),
    webhook_event: anything,
  },
  [
    "auth_algo",
    "cert_url",
    "transmission_id",
    "transmission_sig",
    "transmission_time",
    "webhook_id",
    "webhook_event",
  ],
);

/** POST /v1/notifications/webhooks-events/{id}/resend. */
export const resendShape = record({ webhook_ids: list(text({ min: 1 }), { max: 500 }) });
