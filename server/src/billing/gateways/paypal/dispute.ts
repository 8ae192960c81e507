import type { DisputeMovement, RemoteDispute } from "../../records/gateway.ts";
import { amountOfPaypal } from "../../records/gateway-amounts.ts";
import type { DisputeObject } from "./objects.ts";

/** Converts a dispute. */
export function disputeOf(dispute: DisputeObject): RemoteDispute {
  const { dispute_amount: amount, money_movements: movements } = dispute;
  const state = disputeStateOf(dispute);
  return {
    remoteId: dispute.dispute_id,
    reason: dispute.reason ?? null,
    dueBy: dispute.seller_response_due_date ? new Date(dispute.seller_response_due_date) : null,
    evidence: evidenceOf(dispute),
    state,
    amount: amountOfPaypal(amount.value, amount.currency_code),
    currency: amount.currency_code,
    movements: movements.flatMap((movement) => movementsOf(movement, state)),
  };
}

/**
 * Converts what PayPal withdrew from us or returned. Payments to buyers and to PayPal do not affect our
 * balance.
 */
function movementsOf(
  {
    affected_party: party,
    amount,
    initiated_time: time,
    type,
    reason,
  }: DisputeObject["money_movements"][number],
  state: RemoteDispute["state"],
): DisputeMovement[] {
  if (party !== "SELLER" || !amount || !type || !reason) return [];
  const taken = type === "DEBIT";
  const isFee = reason.endsWith("_FEE");
  const currency = amount.currency_code;
  return [
    {
      ref: `${reason}:${type}:${time ?? ""}`,
      kind: isFee
        ? taken
          ? "fee"
          : "fee_returned"
        : taken
          ? state === "lost"
            ? "settlement"
            : "hold"
          : "release",
      amount: amountOfPaypal(amount.value, currency),
      currency,
      at: new Date(Date.parse(time ?? "") || 0),
      alsoRefund: taken && !isFee && state === "lost",
    },
  ];
}

/** PayPal takes evidence only while the dispute has the link for it. */
function evidenceOf({ links, evidences }: DisputeObject): RemoteDispute["evidence"] {
  if (links.some(({ rel }) => rel === "provide-evidence")) return "open";
  return evidences.some(({ source }) => source === "SUBMITTED_BY_SELLER") ? "sent" : "closed";
}

/** Converts the state of a dispute. */
export function disputeStateOf({
  status,
  dispute_life_cycle_stage: stage,
  dispute_outcome: outcome,
}: DisputeObject): RemoteDispute["state"] {
  if (status !== "RESOLVED") return stage === "INQUIRY" ? "warning" : "opened";
  const code = outcome?.outcome_code ?? "";
  return /^(RESOLVED_SELLER_FAVOUR|CANCELED_BY_BUYER|DENIED|NONE)$/.test(code) ? "won" : "lost";
}
