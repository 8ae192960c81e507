/** The behaviour of a card of the simulated bank. */
export interface Behaviour {
  brand: string;
  funding: "credit" | "debit";
  country: string;
  /** The decline of every charge. */
  decline: string | null;
  /** Whether it may be saved although charges are declined. */
  saves: boolean;
  /**
   * When its bank requires authentication: never; on session, and off session unless it was set up; the same, set up
   * from the start; always.
   */
  authentication: "none" | "until_set_up" | "set_up" | "always";
  /** What follows a charge. */
  after: "dispute" | "inquiry" | "fraud_warning" | "refund_pending" | "refund_fails" | null;
}

const plain: Behaviour = {
  brand: "visa",
  funding: "credit",
  country: "US",
  decline: null,
  saves: true,
  authentication: "none",
  after: null,
};
const declines = (decline: string): Behaviour => ({ ...plain, decline, saves: false });

/** The published test numbers, with the names of their payment methods. */
const table: [string, string, Behaviour][] = [
  ["4242424242424242", "pm_card_visa", plain],
  ["4000056655665556", "pm_card_visa_debit", { ...plain, funding: "debit" }],
  ["5555555555554444", "pm_card_mastercard", { ...plain, brand: "mastercard" }],
  ["2223003122003222", "", { ...plain, brand: "mastercard" }],
  ["5200828282828210", "pm_card_mastercard_debit", { ...plain, brand: "mastercard", funding: "debit" }],
  ["5105105105105100", "", { ...plain, brand: "mastercard" }],
  ["378282246310005", "pm_card_amex", { ...plain, brand: "amex" }],
  ["371449635398431", "", { ...plain, brand: "amex" }],
  ["6011111111111117", "pm_card_discover", { ...plain, brand: "discover" }],
  ["3056930009020004", "pm_card_diners", { ...plain, brand: "diners" }],
  ["36227206271667", "", { ...plain, brand: "diners" }],
  ["3566002020360505", "pm_card_jcb", { ...plain, brand: "jcb" }],
  ["6200000000000005", "pm_card_unionpay", { ...plain, brand: "unionpay" }],
  ["4000000760000002", "pm_card_br", { ...plain, country: "BR" }],
  ["4000002760000016", "pm_card_de", { ...plain, country: "DE" }],
  ["4000002500000003", "pm_card_fr", { ...plain, country: "FR" }],
  ["4000007240000007", "pm_card_es", { ...plain, country: "ES" }],
  ["4000006200000007", "pm_card_pt", { ...plain, country: "PT" }],
  ["4000000000000002", "pm_card_chargeDeclined", declines("generic_decline")],
  ["4000000000009995", "pm_card_chargeDeclinedInsufficientFunds", declines("insufficient_funds")],
  ["4000000000009987", "pm_card_chargeDeclinedLostCard", declines("lost_card")],
  ["4000000000009979", "pm_card_chargeDeclinedStolenCard", declines("stolen_card")],
  ["4000000000000069", "pm_card_chargeDeclinedExpiredCard", declines("expired_card")],
  ["4000000000000127", "pm_card_chargeDeclinedIncorrectCvc", declines("incorrect_cvc")],
  ["4000000000000119", "pm_card_chargeDeclinedProcessingError", declines("processing_error")],
  ["4000000000006975", "pm_card_chargeDeclinedVelocityLimitExceeded", declines("card_velocity_exceeded")],
  ["4100000000000019", "pm_card_radarBlock", declines("fraudulent")],
  ["4000000000000341", "pm_card_chargeCustomerFail", { ...plain, decline: "generic_decline" }],
  [
    "4000002500003155",
    "pm_card_authenticationRequiredOnSetup",
    { ...plain, authentication: "until_set_up", country: "FR" },
  ],
  [
    "4000002760003184",
    "pm_card_authenticationRequired",
    { ...plain, authentication: "always", country: "DE" },
  ],
  [
    "4000003800000446",
    "pm_card_authenticationRequiredSetupForOffSession",
    { ...plain, authentication: "set_up", country: "IT" },
  ],
  [
    "4000008260003178",
    "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
    { ...plain, authentication: "until_set_up", decline: "insufficient_funds", country: "GB" },
  ],
  ["4000000000003220", "pm_card_threeDSecure2Required", { ...plain, authentication: "until_set_up" }],
  [
    "4000008400001629",
    "pm_card_threeDSecureRequiredChargeDeclined",
    { ...plain, authentication: "until_set_up", decline: "generic_decline" },
  ],
  ["4000000000000259", "pm_card_createDispute", { ...plain, after: "dispute" }],
  ["4000000000001976", "pm_card_createDisputeInquiry", { ...plain, after: "inquiry" }],
  ["4000000000005423", "pm_card_createIssuerFraudRecord", { ...plain, after: "fraud_warning" }],
  ["4000000000007726", "pm_card_pendingRefund", { ...plain, after: "refund_pending" }],
  ["4000000000005126", "pm_card_refundFail", { ...plain, after: "refund_fails" }],
  ["4000000000000077", "pm_card_bypassPending", plain],
];

const byNumber = new Map(table.map(([number, , behaviour]) => [number, behaviour]));
const byName = new Map(table.flatMap(([number, name]) => (name === "" ? [] : [[name, number] as const])));

/** Returns a card number's behaviour; undefined for a number that is not published. */
export function behaviourOf(number: string): Behaviour | undefined {
  return byNumber.get(number);
}

/** Returns the number of a well-known name: pm_card_visa, tok_visa, pm_card_visa_chargeDeclined. */
export function numberOfName(name: string): string | undefined {
  const pm = name.startsWith("tok_") ? `pm_card_${name.slice(4)}` : name;
  return byName.get(pm) ?? byName.get(pm.replace("_visa_", "_"));
}
