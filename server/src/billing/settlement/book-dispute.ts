import type { Trx } from "#platform/db/database";
import { type Entry, post } from "../accounting/ledger/post.ts";
import type { Billing } from "../records/billing.ts";
import type { DisputeMove, RemoteDispute } from "../records/gateway.ts";
import { hasSource, sumOf } from "../records/ledger/repository.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { PaymentRow } from "../records/payments/repository.ts";
import { tieRefund } from "../records/refunds/repository.ts";

/** What a dispute is about. */
interface Disputed {
  order: OrderRow;
  payment: PaymentRow;
  dispute: RemoteDispute;
}

/**
 * Posts what a dispute did to our balance, each of its moves once and in its own currency. What is held when it is lost is
 * gone. Disputes that an earlier version booked as a whole are carried on in the way they were begun.
 */
export async function bookDispute(trx: Trx, { clock }: Billing, disputed: Disputed): Promise<void> {
  const { order, payment, dispute } = disputed;
  const source = sourceOf(disputed);
  const at = clock.now();
  const whole = await hasSource(trx, `${source}:opened`);
  for (const move of dispute.moves) {
    const name = `${source}:${move.ref}`;
    if ((await isBooked(trx, disputed, move, whole)) || (await hasSource(trx, name))) continue;
    if (move.alsoRefund && (await tieRefund(trx, { paymentId: payment.id, move, source: name }))) continue;
    const entries = await entriesOf(trx, source, move);
    await post(trx, { source: name, orderId: order.id, at, entries });
  }
  const end = dispute.state === "lost" ? "lost" : dispute.state === "won" && whole ? "won" : null;
  if (end === null) return;
  const entries: Entry[] = [];
  for (const held of await sumOf(trx, { source, account: "dispute_hold" })) {
    const isGone = end === "lost" && !(await isRefundToo(trx, disputed, held));
    entries.push(...transfer("dispute_hold", isGone ? "refunds" : "gateway_clearing", held));
  }
  await post(trx, { source: `${source}:${end}`, orderId: order.id, at, entries });
}

/** Whether what is held was listed among the refunds before it was lost: then it has left the books already. */
async function isRefundToo(
  trx: Trx,
  disputed: Disputed,
  held: { currency: string; amount: number },
): Promise<boolean> {
  const { payment, dispute } = disputed;
  const moves = dispute.moves.filter(({ alsoRefund }) => alsoRefund);
  if (moves.length === 0) return false;
  const at = new Date(Math.min(...moves.map((move) => move.at.getTime())));
  return tieRefund(trx, {
    paymentId: payment.id,
    move: { ...held, at },
    source: `${sourceOf(disputed)}:lost`,
  });
}

function sourceOf({ payment, dispute }: Disputed): string {
  return `dispute:${payment.gateway}:${dispute.remoteId}`;
}

/** Whether an earlier version booked a move by another name: the money as a whole, fees of the dispute's own currency in one. */
async function isBooked(
  trx: Trx,
  disputed: Disputed,
  { kind, currency }: DisputeMove,
  whole: boolean,
): Promise<boolean> {
  if (kind !== "fee" && kind !== "fee_returned") return whole;
  if (currency !== disputed.dispute.currency) return false;
  return hasSource(trx, `${sourceOf(disputed)}:${kind === "fee" ? "fee" : "fee-returned"}`);
}

async function entriesOf(trx: Trx, source: string, move: DisputeMove): Promise<Entry[]> {
  const { kind, currency, amount } = move;
  switch (kind) {
    case "fee":
      return transfer("gateway_clearing", "gateway_fees", { currency, amount });
    case "fee_returned":
      return transfer("gateway_fees", "gateway_clearing", { currency, amount });
    case "hold":
      return transfer("gateway_clearing", "dispute_hold", { currency, amount });
    case "settlement":
    case "release": {
      // As far as this dispute holds money, that is what moves.
      const sums = await sumOf(trx, { source, account: "dispute_hold" });
      const held = Math.min(amount, sums.find((sum) => sum.currency === currency)?.amount ?? 0);
      const rest = { currency, amount: amount - held };
      const [to, from] =
        kind === "settlement"
          ? (["refunds", "gateway_clearing"] as const)
          : (["gateway_clearing", "refunds"] as const);
      return [...transfer("dispute_hold", to, { currency, amount: held }), ...transfer(from, to, rest)];
    }
  }
}

function transfer(
  from: Entry["account"],
  to: Entry["account"],
  { currency, amount }: Pick<Entry, "currency" | "amount">,
): Entry[] {
  return [
    { account: to, currency, amount },
    { account: from, currency, amount: -amount },
  ];
}
