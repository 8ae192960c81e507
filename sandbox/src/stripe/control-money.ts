import { NotUnderstood, numberOf, type Said, textOf, truthOf } from "../gateway/control.ts";
import { book, rowNow } from "./balance.ts";
import { announce, type Bank, find } from "./bank.ts";
import type { Challenge } from "./challenges.ts";
import { endChallenge } from "./confirm.ts";
import type { ControlAction } from "./control.ts";
import { closeDispute, openDispute, warnOfFraud } from "./disputes.ts";
import { behindOf, detachPaymentMethod, markCard } from "./payment-methods.ts";
import { failPayout, payOutAll } from "./payouts.ts";
import { createRefund, settleRefund } from "./refunds.ts";
import { endSetupChallenge } from "./setup-intents.ts";
import type { BalanceTransaction, Charge, Dispute, PaymentIntent, PaymentMethod, Refund } from "./types.ts";

const reasons = ["duplicate", "fraudulent", "requested_by_customer"] as const;

/** Returns the actions that move money, and the report of movements. */
export function moneyActions(bank: Bank): Record<string, ControlAction> {
  const whole =
    (action: ControlAction): ControlAction =>
    (said, id) =>
      bank.store.together(() => action(said, id));
  return {
    "GET /money": () => whatMoved(bank),
    "GET /money/intents/:id": (_, id) => ofIntent(bank, find<PaymentIntent>(bank, "payment_intent", id)),
    "POST /charges/:id/refund": whole((said, id) => refundByHand(bank, said, id)),
    "POST /charges/:id/dispute": whole((said, id) =>
      openDispute(
        bank,
        chargeOf(bank, id).id,
        textOf(said, "reason", "fraudulent"),
        truthOf(said, "inquiry"),
      ),
    ),
    "POST /charges/:id/fraud-warning": whole((_, id) => warnOfFraud(bank, chargeOf(bank, id).id)),
    "POST /disputes/:id/close": whole((said, id) => {
      const outcome = textOf(said, "outcome", "won");
      if (outcome !== "won" && outcome !== "lost" && outcome !== "warning_closed") {
        throw new NotUnderstood("outcome is won, lost or warning_closed.");
      }
      return closeDispute(bank, disputeOf(bank, id), outcome);
    }),
    "POST /payouts": whole((said) => payOutAll(bank, textOf(said, "currency", "usd"))),
    "POST /payouts/:id/fail": whole((_, id) => failPayout(bank, id)),
    "POST /pace": whole((said) => {
      bank.pace.most = typeof said["most"] === "number" ? said["most"] : null;
      return { most: bank.pace.most };
    }),
    "POST /fees": whole((said) =>
      book(bank, {
        type: "stripe_fee",
        amount: -numberOf(said, "amount", 0),
        fee: 0,
        currency: textOf(said, "currency", "usd"),
        source: null,
        description: "Radar for Fraud Teams",
      }),
    ),
    "POST /refunds/:id/settle": whole((said, id) =>
      settleRefund(bank, id, textOf(said, "outcome", "failed") === "succeeded" ? "succeeded" : "failed"),
    ),
    "POST /intents/:id/authenticate": whole((said, id) =>
      authenticate(bank, id, textOf(said, "outcome", "pass") === "pass"),
    ),
    "POST /payment-methods/:id/update": whole((said, id) => updateByNetwork(bank, said, id)),
    "POST /payment-methods/:id/detach": whole((_, id) =>
      detachPaymentMethod(bank, find<PaymentMethod>(bank, "payment_method", id)),
    ),
  };
}

/** Passes or fails the authentication that the customer's bank requests. */
export function authenticate(bank: Bank, intent: string, passed: boolean): object {
  const challenge = bank.store
    .list<Challenge>("challenge", { under: intent })
    .find(({ state }) => state === "open");
  if (!challenge) throw new NotUnderstood(`${intent} waits for nobody.`, 404);
  const end = intent.startsWith("seti_") ? endSetupChallenge : endChallenge;
  return end(bank, intent, challenge.method, passed);
}

/** Returns every movement of money, for a program or the page. */
export function whatMoved(bank: Bank) {
  const charges = bank.store.list<Charge>("charge").reverse();
  const refunds = bank.store.list<Refund>("refund").reverse();
  const disputes = bank.store.list<Dispute>("dispute").reverse();
  const intents = bank.store.list<PaymentIntent>("payment_intent").reverse();
  const warnings = bank.store.list<{ id: string; charge: string; created: number }>(
    "radar.early_fraud_warning",
  );
  return {
    totals: totalsOf(bank, charges),
    charges,
    refunds,
    disputes,
    lines: bank.store
      .list<BalanceTransaction>("balance_transaction")
      .map((row) => rowNow(bank, row))
      .reverse(),
    warnings,
    intents: intents.map((intent) => ofIntent(bank, intent, charges)),
  };
}

function totalsOf(bank: Bank, charges: Charge[]) {
  const lines = bank.store.list<BalanceTransaction>("balance_transaction");
  const currencies = [...new Set([...charges, ...lines].map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = lines.filter((row) => row.currency === currency);
    const paid = charges.filter((charge) => charge.currency === currency && charge.status === "succeeded");
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    const of = (...types: string[]) =>
      own.filter(({ type }) => types.includes(type)).map(({ amount }) => amount);
    return {
      currency,
      charges: paid.length,
      charged: sum(paid.map(({ amount }) => amount)),
      refunded: 0 - sum(of("refund", "refund_failure")),
      disputed: 0 - sum(of("adjustment")),
      fees: sum(own.map(({ fee }) => fee)),
      net: sum(own.map(({ net }) => net)),
    };
  });
}

function ofIntent(bank: Bank, intent: PaymentIntent, known?: Charge[]) {
  const { id, status, amount, currency, customer, metadata, created } = intent;
  const attempts = known
    ? known.filter((charge) => charge.payment_intent === id)
    : bank.store.list<Charge>("charge", { under: id });
  const paid = attempts.filter((charge) => charge.status === "succeeded");
  return {
    id,
    status,
    amount,
    currency,
    customer,
    metadata,
    created,
    attempts: attempts.length,
    /** The number of charges that moved money; more than one is a fault. */
    charges: paid.length,
    charged: paid.reduce((sum, charge) => sum + charge.amount, 0),
    refunded: paid.reduce((sum, charge) => sum + charge.amount_refunded, 0),
  };
}

function chargeOf(bank: Bank, id: string): Charge {
  if (!id.startsWith("pi_")) return find<Charge>(bank, "charge", id);
  const { latest_charge: charge } = find<PaymentIntent>(bank, "payment_intent", id);
  if (charge === null) throw new NotUnderstood(`${id} has no charge.`, 404);
  return find<Charge>(bank, "charge", charge);
}

function disputeOf(bank: Bank, id: string): string {
  if (id.startsWith("du_")) return id;
  const dispute = bank.store.list<Dispute>("dispute", { under: chargeOf(bank, id).id }).at(-1);
  if (!dispute) throw new NotUnderstood(`${id} is not disputed.`, 404);
  return dispute.id;
}

function refundByHand(bank: Bank, said: Said, id: string): Refund {
  const reason = reasons.find((one) => one === said["reason"]);
  const amount = numberOf(said, "amount", 0);
  return createRefund(bank, {
    charge: chargeOf(bank, id).id,
    ...(amount > 0 && { amount }),
    ...(reason && { reason }),
  });
}

/** Simulates the card network's update of a replaced card. */
function updateByNetwork(bank: Bank, said: Said, id: string): PaymentMethod {
  const method = find<PaymentMethod>(bank, "payment_method", id);
  const { exp_month: month, exp_year: year, last4 } = method.card;
  const next = {
    exp_month: numberOf(said, "exp_month", month),
    exp_year: numberOf(said, "exp_year", year + 4),
    last4: textOf(said, "last4", last4),
  };
  const after: PaymentMethod = { ...method, card: { ...method.card, ...next } };
  bank.store.put("payment_method", id, after);
  const decline = textOf(said, "decline", behindOf(bank, method).decline ?? "");
  markCard(bank, method, { decline: decline || null });
  announce(bank, "payment_method.automatically_updated", after, {
    card: { exp_month: month, exp_year: year, last4 },
  });
  return after;
}
