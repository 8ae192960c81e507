import { buyerOf } from "./buyers.ts";
import { saveCapture } from "./capture.ts";
import { notThere } from "./errors.ts";
import { emit } from "./events.ts";
import { disputeId } from "./ids.ts";
import { money } from "./money.ts";
import { findCapture, refund } from "./refunds.ts";
import { type Dispute, stamp, type World } from "./state.ts";

type Json = Record<string, unknown>;

const CHARGEBACK_FEE = 2000;

/** Opens a buyer's dispute, at PayPal or with the bank. */
export function openDispute(
  world: World,
  captureId: string,
  { reason, stage, fee }: Pick<Dispute, "reason" | "stage"> & { fee?: number },
): Dispute {
  const capture = findCapture(world, captureId);
  const now = world.clock.now();
  const dispute: Dispute = {
    id: disputeId(),
    captureId,
    reason,
    stage,
    status: "OPEN",
    outcome: null,
    currency: capture.currency,
    amount: capture.amount - capture.refunded,
    fee: fee ?? (stage === "CHARGEBACK" ? CHARGEBACK_FEE : 0),
    feeReturned: false,
    createdAt: now,
    updatedAt: now,
  };
  return emitEvents(world, dispute, "CUSTOMER.DISPUTE.CREATED");
}

/** Moves a dispute to another open status. */
export function moveDispute(world: World, id: string, status: Dispute["status"]): Dispute {
  const dispute = findDispute(world, id);
  return emitEvents(world, { ...dispute, status, updatedAt: world.clock.now() }, "CUSTOMER.DISPUTE.UPDATED");
}

/** Resolves a dispute. When the buyer wins, PayPal takes the money back. When the shop wins, its fee may be returned too. */
export function resolveDispute(world: World, id: string, outcome: string, returnFee = false): Dispute {
  const dispute = findDispute(world, id);
  const now = world.clock.now();
  const done: Dispute = { ...dispute, status: "RESOLVED", outcome, feeReturned: returnFee, updatedAt: now };
  if (outcome === "RESOLVED_BUYER_FAVOUR") {
    const capture = findCapture(world, dispute.captureId);
    if (capture.refunded < capture.amount) refund(world, capture.id, {}, "reversal");
    else saveCapture(world, { ...capture, reversed: true });
  }
  return emitEvents(world, done, "CUSTOMER.DISPUTE.RESOLVED");
}

/** Returns a dispute by id. */
export function findDispute({ store }: World, id: string): Dispute {
  const dispute = store.get<Dispute>("dispute", id);
  if (!dispute) throw notThere("dispute_id", id);
  return dispute;
}

const RESPONSE_MS = 10 * 86_400_000;

/** Returns whether the seller may provide evidence now. */
export function takesEvidence({ clock }: World, { status, createdAt }: Dispute): boolean {
  return status === "WAITING_FOR_SELLER_RESPONSE" && clock.now() <= createdAt + RESPONSE_MS;
}

/** Returns a dispute in PayPal's form. */
export function wholeDispute(world: World, dispute: Dispute): Json {
  const capture = findCapture(world, dispute.captureId);
  const { given, surname } = buyerOf(capture.buyer);
  const href = `${world.base()}/v1/customer/disputes/${dispute.id}`;
  const amount = money(dispute.currency, dispute.amount);
  return {
    dispute_id: dispute.id,
    create_time: stamp(dispute.createdAt),
    update_time: stamp(dispute.updatedAt),
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        create_time: stamp(capture.createdAt),
        transaction_status: capture.status === "DECLINED" ? "DENIED" : capture.status,
        gross_amount: money(capture.currency, capture.amount),
        ...(capture.invoiceId ? { invoice_number: capture.invoiceId } : {}),
        ...(capture.customId ? { custom: capture.customId } : {}),
        buyer: { name: `${given} ${surname}` },
        seller: {
          email: world.merchant.email,
          merchant_id: world.merchant.accountId,
          name: "The shop",
        },
        seller_protection_eligible: false,
      },
    ],
    reason: dispute.reason,
    status: dispute.status,
    dispute_state: dispute.status === "RESOLVED" ? "RESOLVED" : "REQUIRED_ACTION",
    dispute_amount: amount,
    ...(dispute.outcome
      ? {
          dispute_outcome: {
            outcome_code: dispute.outcome,
            ...(dispute.outcome === "RESOLVED_BUYER_FAVOUR" ? { amount_refunded: amount } : {}),
          },
        }
      : {}),
    ...(dispute.evidence
      ? {
          evidences: dispute.evidence.map((notes) => ({
            evidence_type: "OTHER",
            notes,
            source: "SUBMITTED_BY_SELLER",
            date: stamp(dispute.updatedAt),
          })),
        }
      : {}),
    ...(movements(dispute).length > 0 ? { money_movements: movements(dispute) } : {}),
    dispute_life_cycle_stage: dispute.stage,
    dispute_channel: dispute.stage === "CHARGEBACK" ? "EXTERNAL" : "INTERNAL",
    ...(dispute.status === "RESOLVED"
      ? {}
      : { seller_response_due_date: stamp(dispute.createdAt + RESPONSE_MS) }),
    links: [
      { href, rel: "self", method: "GET" },
      ...(takesEvidence(world, dispute)
        ? [
            { href: `${href}/provide-evidence`, rel: "provide-evidence", method: "POST" },
            { href: `${href}/accept-claim`, rel: "accept-claim", method: "POST" },
          ]
        : []),
    ],
  };
}

/** The fee is taken when the bank asks, regardless of the outcome; the amount when the buyer has won. */
function movements({ currency, amount, fee, feeReturned, outcome, createdAt, updatedAt }: Dispute): Json[] {
  const move = (type: "DEBIT" | "CREDIT", party: string, value: number, reason: string, at: number) => ({
    affected_party: party,
    amount: money(currency, value),
    initiated_time: stamp(at),
    type,
    reason,
  });
  return [
    ...(fee > 0 ? [move("DEBIT", "SELLER", fee, "CHARGEBACK_FEE", createdAt)] : []),
    ...(outcome === "RESOLVED_BUYER_FAVOUR"
      ? [
          move("DEBIT", "SELLER", amount, "DISPUTE_SETTLEMENT", updatedAt),
          move("CREDIT", "BUYER", amount, "DISPUTE_SETTLEMENT", updatedAt),
        ]
      : []),
    ...(fee > 0 && feeReturned ? [move("CREDIT", "SELLER", fee, "CHARGEBACK_FEE", updatedAt)] : []),
  ];
}

function emitEvents(
  world: World,
  dispute: Dispute,
  type: "CUSTOMER.DISPUTE.CREATED" | "CUSTOMER.DISPUTE.UPDATED" | "CUSTOMER.DISPUTE.RESOLVED",
): Dispute {
  world.store.put("dispute", dispute.id, dispute, dispute.captureId);
  emit(world, type, dispute.id, wholeDispute(world, dispute), dispute.id);
  return dispute;
}
