/** The merchant's metadata of an object. */
export type Metadata = Record<string, string>;

/** A complete address. */
export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

/** The owner of a card. */
export interface BillingDetails {
  address: Address;
  email: string | null;
  name: string | null;
  phone: string | null;
  tax_id: string | null;
}

/** A customer. */
export interface Customer {
  id: string;
  object: "customer";
  created: number;
  email: string | null;
  name: string | null;
  metadata: Metadata;
  invoice_settings: { default_payment_method: string | null; [name: string]: unknown };
  [name: string]: unknown;
}

/** A card as the API shows it. */
export interface CardFace {
  brand: string;
  checks: { address_line1_check: null; address_postal_code_check: string | null; cvc_check: string | null };
  country: string;
  display_brand: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  funding: "credit" | "debit";
  generated_from: null;
  last4: string;
  networks: { available: string[]; preferred: null };
  regulated_status: "unregulated";
  three_d_secure_usage: { supported: boolean };
  wallet: WalletFace | null;
}

/** The wallets that a card may come through. */
export type WalletType = "apple_pay" | "google_pay" | "link";

/** The wallet that a card came through, as the API shows it. */
type WalletFace = { type: WalletType; dynamic_last4: string | null } & {
  [name in WalletType]?: object;
};

/** A payment method: a card. */
export interface PaymentMethod {
  id: string;
  object: "payment_method";
  allow_redisplay: "unspecified" | "always" | "limited";
  billing_details: BillingDetails;
  card: CardFace;
  created: number;
  customer: string | null;
  customer_account: null;
  livemode: false;
  metadata: Metadata;
  type: "card";
}

/** What a person authorised in the browser, to be used once by the merchant's server. */
export interface ConfirmationToken {
  id: string;
  object: "confirmation_token";
  created: number;
  expires_at: number;
  livemode: false;
  mandate_data: null;
  metadata: null;
  payment_intent: string | null;
  payment_method_options: null;
  payment_method_preview: Pick<
    PaymentMethod,
    "allow_redisplay" | "billing_details" | "card" | "customer_account" | "type"
  > & { customer: null };
  return_url: string | null;
  setup_future_usage: "off_session" | "on_session" | null;
  setup_intent: null;
  shipping: null;
  use_stripe_sdk: true;
}

/** The error of the last attempt. */
export interface LastError {
  type: "card_error" | "invalid_request_error";
  code: string;
  message: string;
  doc_url: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  charge?: string;
  payment_method: PaymentMethod;
}

/** What the customer has to do next. */
export type NextAction =
  | { type: "redirect_to_url"; redirect_to_url: { return_url: string; url: string } }
  | { type: "use_stripe_sdk"; use_stripe_sdk: Record<string, unknown> };

/** The status of a payment intent. */
export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "succeeded"
  | "canceled";

/** A payment intent. */
export interface PaymentIntent {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  capture_method: "automatic" | "automatic_async";
  client_secret: string;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  last_payment_error: LastError | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: NextAction | null;
  payment_method: string | null;
  payment_method_options: { card?: Record<string, unknown> };
  processing: { type: "card"; card: object } | null;
  receipt_email: string | null;
  setup_future_usage: "off_session" | "on_session" | null;
  shipping: unknown;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  status: IntentStatus;
  [name: string]: unknown;
}

/** A setup intent. */
export interface SetupIntent {
  id: string;
  object: "setup_intent";
  client_secret: string;
  created: number;
  customer: string | null;
  description: string | null;
  cancellation_reason: string | null;
  last_setup_error: LastError | null;
  latest_attempt: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: NextAction | null;
  payment_method: string | null;
  payment_method_options: { card?: Record<string, unknown> };
  status: IntentStatus;
  usage: "off_session" | "on_session";
  [name: string]: unknown;
}

/** A charge: one attempt to move money. */
export interface Charge {
  id: string;
  object: "charge";
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: string | null;
  captured: boolean;
  created: number;
  currency: string;
  customer: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  fraud_details: { stripe_report?: string };
  livemode: false;
  metadata: Metadata;
  outcome: Record<string, unknown>;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  refunded: boolean;
  status: "succeeded" | "pending" | "failed";
  [name: string]: unknown;
}

/** A refund. */
export interface Refund {
  id: string;
  object: "refund";
  amount: number;
  balance_transaction: string | null;
  charge: string;
  created: number;
  currency: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  status: "pending" | "succeeded" | "failed" | "canceled";
  [name: string]: unknown;
}

/** A dispute. */
export interface Dispute {
  id: string;
  object: "dispute";
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  is_charge_refundable: boolean;
  metadata: Metadata;
  payment_intent: string;
  reason: string;
  status:
    | "warning_needs_response"
    | "warning_under_review"
    | "warning_closed"
    | "needs_response"
    | "under_review"
    | "won"
    | "lost"
    | "prevented";
  [name: string]: unknown;
}

/** A row of the merchant's balance. */
export interface BalanceTransaction {
  id: string;
  object: "balance_transaction";
  amount: number;
  available_on: number;
  balance_type: "payments";
  created: number;
  currency: string;
  description: string | null;
  exchange_rate: number | null;
  fee: number;
  fee_details: {
    amount: number;
    application: null;
    currency: string;
    description: string;
    type: "stripe_fee";
  }[];
  net: number;
  reporting_category: string;
  source: string | null;
  status: "available" | "pending";
  type: "charge" | "refund" | "refund_failure" | "adjustment" | "payout" | "payout_failure" | "stripe_fee";
}

/** An event. */
export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: { id: string; object: string }; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null } | null;
  type: string;
}

/** A webhook endpoint. */
export interface WebhookEndpoint {
  id: string;
  object: "webhook_endpoint";
  api_version: string | null;
  application: null;
  created: number;
  description: string | null;
  enabled_events: string[];
  livemode: false;
  metadata: Metadata;
  status: "enabled" | "disabled";
  url: string;
}
