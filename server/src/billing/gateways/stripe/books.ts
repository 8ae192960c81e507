import type Stripe from "stripe";
import type { GatewayBooks, LineKind, RemoteLine, RemotePayout } from "../../records/gateway.ts";
import { amountOfStripe } from "../../records/gateway-amounts.ts";
import { ask } from "./faults.ts";
import { idOf, isOurs, type Mark } from "./snapshot.ts";

const kinds: Partial<Record<string, LineKind>> = {
  charge: "sale",
  payment: "sale",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund_failed",
  payment_failure_refund: "refund_failed",
  payout: "payout",
  payout_failure: "payout_failed",
  payout_cancel: "payout_failed",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
};

/** Returns Stripe's own books: its balance transactions, payouts and balance. */
export function stripeBooks(stripe: Stripe, mark: Mark): GatewayBooks {
  return {
    async readLines(since, now, take) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      // The source tells whose payment it was, which the line itself does not.
      for await (const page of pages((after) =>
        ask("list", () =>
          stripe.balanceTransactions.list({ created, limit: 100, expand: ["data.source"], ...after }),
        ),
      ))
        await take(page.map((line) => lineOf(line, mark)));
      return now;
    },
    async balances() {
      const { available, pending } = await ask("balance", () => stripe.balance.retrieve());
      const sums = new Map<string, number>();
      for (const { amount, currency: code } of [...available, ...pending]) {
        const currency = code.toUpperCase();
        sums.set(currency, (sums.get(currency) ?? 0) + Math.round(amountOfStripe(amount, currency)));
      }
      return { amounts: [...sums].map(([currency, amount]) => ({ currency, amount })), at: null };
    },
    async payouts(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const found: RemotePayout[] = [];
      for await (const page of pages((after) =>
        ask("list", () => stripe.payouts.list({ created, limit: 100, ...after })),
      ))
        found.push(...page.map(payoutOf));
      return found;
    },
    async linesOf(payoutId) {
      const found: string[] = [];
      for await (const page of pages((after) =>
        ask("list", () => stripe.balanceTransactions.list({ payout: payoutId, limit: 100, ...after })),
      ))
        found.push(...page.filter(({ source }) => idOf(source) !== payoutId).map(({ id }) => id));
      return found;
    },
  };
}

/** Yields the pages of a list, newest first. */
async function* pages<T extends { id: string }>(
  list: (after: { starting_after?: string }) => Promise<{ object: "list"; data: T[]; has_more: boolean }>,
): AsyncGenerator<T[]> {
  let after: string | undefined;
  do {
    const page = await list(after === undefined ? {} : { starting_after: after });
    yield page.data;
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
}

/** Converts a balance transaction. Its source is expanded, or only an id. */
export function lineOf(line: Stripe.BalanceTransaction, mark: Mark): RemoteLine {
  const currency = line.currency.toUpperCase();
  const of = sourceOf(line.source, mark);
  return {
    remoteId: line.id,
    kind: line.reporting_category.startsWith("dispute") ? "dispute" : (kinds[line.type] ?? "other"),
    currency,
    gross: amountOfStripe(line.amount, currency),
    fee: amountOfStripe(line.fee, currency),
    at: new Date(line.created * 1000),
    availableOn: new Date(line.available_on * 1000),
    // The line is negative for what is taken; its source is not.
    source: of.amount && { ...of.amount, amount: Math.sign(line.amount) * of.amount.amount },
    rate: line.exchange_rate === null ? null : String(line.exchange_rate),
    captureRemoteId: of.captureRemoteId,
    sourceId: idOf(line.source),
    paymentId: of.paymentId,
  };
}

function sourceOf(source: Stripe.BalanceTransaction["source"], mark: Mark) {
  const none = { amount: null, captureRemoteId: null, paymentId: null };
  if (source === null || typeof source === "string") return none;
  if (source.object === "charge")
    return {
      amount: amountOf(source.amount_captured, source.currency),
      captureRemoteId: source.id,
      paymentId: isOurs(source.metadata, mark) ? (source.metadata["payment_id"] ?? null) : null,
    };
  if (source.object === "refund")
    return {
      ...none,
      amount: amountOf(source.amount, source.currency),
      captureRemoteId: idOf(source.charge),
    };
  return source.object === "dispute" ? { ...none, captureRemoteId: idOf(source.charge) } : none;
}

function amountOf(amount: number, code: string) {
  const currency = code.toUpperCase();
  return { currency, amount: amountOfStripe(amount, currency) };
}

function payoutOf(payout: Stripe.Payout): RemotePayout {
  const currency = payout.currency.toUpperCase();
  const { status } = payout;
  return {
    remoteId: payout.id,
    currency,
    amount: Math.round(amountOfStripe(payout.amount, currency)),
    automatic: payout.automatic,
    state:
      status === "paid" ? "paid" : status === "failed" || status === "canceled" ? "failed" : "in_transit",
    arrival: new Date(payout.arrival_date * 1000),
  };
}
