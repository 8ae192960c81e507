import type { Trx } from "#platform/db/database";
import { type Entry, post } from "../accounting/ledger/post.ts";
import type { Billing } from "../records/billing.ts";
import type { DisputeMovement, RemoteDispute } from "../records/gateway.ts";
import { balanceOf, hasSource } from "../records/ledger/repository.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { PaymentRow } from "../records/payments/repository.ts";
import { linkRefund } from "../records/refunds/repository.ts";

/** A dispute with its order and payment. */
interface Disputed {
  order: OrderRow;
  payment: PaymentRow;
  dispute: RemoteDispute;
}

/**
 * Posts the effects of a dispute on our balance, each entry once and in its own currency. A lost dispute
 * releases its hold as a refund. A dispute that an earlier version posted as a whole is completed in the same
 * way.
 */
export async function bookDispute(trx: Trx, { clock }: Billing, disputed: Disputed): Promise<void> {
  const { order, payment, dispute } = disputed;
  const source = sourceOf(disputed);
  const at = clock.now();
  const whole = await hasSource(trx, `${source}:opened`);
  for (const move of dispute.movements) {
    const name = `${source}:${move.ref}`;
    if ((await isBooked(trx, disputed, move, whole)) || (await hasSource(trx, name))) continue;
    if (move.alsoRefund && (await linkRefund(trx, { paymentId: payment.id, move, source: name }))) continue;
    const entries = await entriesOf(trx, source, move);
    await post(trx, { source: name, orderId: order.id, at, entries });
  }
  const end = dispute.state === "lost" ? "lost" : dispute.state === "won" && whole ? "won" : null;
  if (end === null) return;
  const entries: Entry[] = [];
  for (const held of await balanceOf(trx, { source, account: "dispute_hold" })) {
    const isGone = end === "lost" && !(await isAlsoRefund(trx, disputed, held));
    entries.push(...transfer("dispute_hold", isGone ? "refunds" : "gateway_receivable", held));
  }
  await post(trx, { source: `${source}:${end}`, orderId: order.id, at, entries });
}

/**
 * Returns whether the held money was listed as a refund before the dispute was lost: the ledger then already
 * shows it as refunded.
 */
async function isAlsoRefund(
  trx: Trx,
  disputed: Disputed,
  held: { currency: string; amount: number },
): Promise<boolean> {
  const { payment, dispute } = disputed;
  const movements = dispute.movements.filter(({ alsoRefund }) => alsoRefund);
  if (movements.length === 0) return false;
  const at = new Date(Math.min(...movements.map((move) => move.at.getTime())));
  return linkRefund(trx, {
    paymentId: payment.id,
    move: { ...held, at },
    source: `${sourceOf(disputed)}:lost`,
  });
}

function sourceOf({ payment, dispute }: Disputed): string {
  return `dispute:${payment.gateway}:${dispute.remoteId}`;
}

/**
 * Returns whether an earlier version posted an entry under another source: the money as a whole, and fees in
 * the dispute's currency as one.
 */
async function isBooked(
  trx: Trx,
  disputed: Disputed,
  { kind, currency }: DisputeMovement,
  whole: boolean,
): Promise<boolean> {
  if (kind !== "fee" && kind !== "fee_returned") return whole;
  if (currency !== disputed.dispute.currency) return false;
  return hasSource(trx, `${sourceOf(disputed)}:${kind === "fee" ? "fee" : "fee-returned"}`);
}

async function entriesOf(trx: Trx, source: string, move: DisputeMovement): Promise<Entry[]> {
  const { kind, currency, amount } = move;
  switch (kind) {
    case "fee":
      return transfer("gateway_receivable", "gateway_fees", { currency, amount });
    case "fee_returned":
      return transfer("gateway_fees", "gateway_receivable", { currency, amount });
    case "hold":
      return transfer("gateway_receivable", "dispute_hold", { currency, amount });
    case "settlement":
    case "release": {
      // Moves what this dispute holds first, and only the rest from the other account.
      const sums = await balanceOf(trx, { source, account: "dispute_hold" });
      const held = Math.min(amount, sums.find((sum) => sum.currency === currency)?.amount ?? 0);
      const rest = { currency, amount: amount - held };
      const [to, from] =
        kind === "settlement"
          ? (["refunds", "gateway_receivable"] as const)
          : (["gateway_receivable", "refunds"] as const);
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
