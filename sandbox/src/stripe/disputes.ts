import { book } from "./balance.ts";
import { announce, type Bank, find, mint } from "./bank.ts";
import { changeCharge } from "./charges.ts";
import { unfit } from "./refusal.ts";
import type { Charge, Dispute } from "./types.ts";

const feeOfDispute = 1500;

/** Opens a dispute of a charge by the cardholder's bank, or, as an inquiry, only a question about it. */
export function openDispute(bank: Bank, chargeId: string, reason = "fraudulent", inquiry = false): Dispute {
  const charge = find<Charge>(bank, "charge", chargeId);
  if (charge.status !== "succeeded") throw unfit(`Charge ${chargeId} did not succeed.`);
  if (charge.disputed) throw unfit(`Charge ${chargeId} is disputed already.`);
  const id = mint("du");
  const created = bank.clock.seconds();
  const { amount, currency } = charge;
  const entry = {
    type: "adjustment" as const,
    amount: -amount,
    fee: feeOfDispute,
    currency,
    source: id,
    description: `Chargeback withdrawal for ${chargeId}`,
  };
  const { brand } = (charge["payment_method_details"] as { card: { brand: string } }).card;
  const dispute: Dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: inquiry ? [] : [book(bank, entry)],
    charge: chargeId,
    created,
    currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence },
    evidence_details: {
      due_by: created + 10 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand,
        case_type: inquiry ? "inquiry" : "chargeback",
        network: brand,
        network_reason_code: "10.4",
      },
      type: "card",
    },
    reason,
    status: inquiry ? "warning_needs_response" : "needs_response",
  };
  bank.store.put("dispute", id, dispute, chargeId);
  changeCharge(bank, charge, { disputed: true });
  announce(bank, "charge.dispute.created", dispute);
  if (!inquiry) announce(bank, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** Closes a dispute. */
export function closeDispute(bank: Bank, id: string, outcome: "won" | "lost" | "warning_closed"): Dispute {
  const before = find<Dispute>(bank, "dispute", id);
  if (["won", "lost", "warning_closed"].includes(before.status)) {
    throw unfit("This dispute is already closed");
  }
  const returned =
    outcome === "won" && before.balance_transactions.length > 0
      ? [
          book(bank, {
            type: "adjustment",
            amount: before.amount,
            fee: -feeOfDispute,
            currency: before.currency,
            source: id,
            description: `Chargeback reversal for ${before.charge}`,
          }),
        ]
      : [];
  const entries = [...before.balance_transactions, ...returned];
  const after: Dispute = { ...before, status: outcome, balance_transactions: entries };
  bank.store.put("dispute", id, after);
  announce(bank, "charge.dispute.closed", after);
  if (returned.length > 0) announce(bank, "charge.dispute.funds_reinstated", after);
  return after;
}

/** Reports suspected fraud by the cardholder's bank. */
export function warnOfFraud(bank: Bank, chargeId: string): object {
  const charge = find<Charge>(bank, "charge", chargeId);
  const warning = {
    id: mint("issfr"),
    object: "radar.early_fraud_warning",
    actionable: !charge.refunded && !charge.disputed,
    charge: chargeId,
    created: bank.clock.seconds(),
    fraud_type: "unauthorized_use_of_card",
    livemode: false,
    payment_intent: charge.payment_intent,
  };
  bank.store.put("radar.early_fraud_warning", warning.id, warning, chargeId);
  announce(bank, "radar.early_fraud_warning.created", warning);
  return warning;
}

const noEvidence = {
  ...Object.fromEntries(
    `access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal
    customer_communication customer_email_address customer_name customer_purchase_ip customer_signature
    duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt
    refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation
    shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number uncategorized_file
    uncategorized_text`
      .split(/\s+/)
      .map((name) => [name, null]),
  ),
  enhanced_evidence: {},
};
