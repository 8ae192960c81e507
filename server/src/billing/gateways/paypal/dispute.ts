import type { DisputeMove, RemoteDispute } from "../../records/gateway.ts";
import { amountOfPaypal } from "../../records/gateway-amounts.ts";
import type { DisputeObject } from "./objects.ts";

/** A dispute in our words. */
export function disputeOf(dispute: DisputeObject): RemoteDispute {
  const { dispute_amount: amount, money_movements: movements } = dispute;
  const state = disputeStateOf(dispute);
  return {
    remoteId: dispute.dispute_id,
    state,
    amount: amountOfPaypal(amount.value, amount.currency_code),
    currency: amount.currency_code,
    moves: movements.flatMap((movement) => movesOf(movement, state)),
  };
}

/** What PayPal took from us or gave back. What buyers and PayPal itself get is no money of ours. */
function movesOf(
  {
    affected_party: party,
    amount,
    initiated_time: time,
    type,
    reason,
  }: DisputeObject["money_movements"][number],
  state: RemoteDispute["state"],
): DisputeMove[] {
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

/** The state of a dispute in our words. */
export function disputeStateOf({
  status,
  dispute_life_cycle_stage: stage,
  dispute_outcome: outcome,
}: DisputeObject): RemoteDispute["state"] {
  if (status !== "RESOLVED") return stage === "INQUIRY" ? "warning" : "opened";
  const code = outcome?.outcome_code ?? "";
  return /^(RESOLVED_SELLER_FAVOUR|CANCELED_BY_BUYER|DENIED|NONE)$/.test(code) ? "won" : "lost";
}
