import { parseAddress } from "#platform/address";
import type { Caller } from "#platform/http/caller";
import { explainedRefusal, invalid, signInRequired } from "#platform/http/errors";
import { type Limit, takeToken } from "#platform/throttle";
import type { Billing } from "../records/billing.ts";
import { parseOrderNumber } from "../records/order-code.ts";
import { findOwnOrder } from "../records/order-key.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { findEmailOf, listReceipts } from "../records/receipts/repository.ts";
import { findOrderId } from "../records/refunds/repository.ts";
import { opensWithdrawal } from "../records/withdrawals/keys.ts";

/** What one network address may try by order number and email address. */
const pairLimit: Limit = { action: "withdrawal pair", max: 10, seconds: 3_600 };

/** How a customer names the order: as its owner, by the key of a receipt email, or by number and email address. */
export interface WithdrawalAccess {
  orderId?: string | undefined;
  key?: string | undefined;
  code?: string | undefined;
  email?: string | undefined;
  caller: Caller | null;
  /** The network address of the request. */
  address: string;
}

/**
 * Returns the order to withdraw from. Without a session every wrong key, number or email address has the same answer,
 * so that it does not reveal which orders exist.
 */
export async function findOrderToWithdraw(billing: Billing, access: WithdrawalAccess): Promise<OrderRow> {
  const { orderId, key, code, email, caller, address } = access;
  if (orderId !== undefined && key === undefined) {
    const isOthers =
      caller?.kind === "guest" && (await findOrder(billing.db, orderId))?.visitor_id !== caller.id;
    // What a guest did not buy here may be theirs once they sign in.
    if (caller === null || isOthers) throw signInRequired();
    return findOwnOrder(billing, { orderId, caller });
  }
  const order =
    orderId !== undefined && key !== undefined
      ? await findByKey(billing, orderId, key)
      : await findByPair(billing, { code, email, address });
  // An order that was never paid has no contract to withdraw from.
  if (!order || order.paid_at === null) throw explainedRefusal("withdrawal_unknown");
  return order;
}

async function findByKey({ db }: Billing, orderId: string, key: string): Promise<OrderRow | undefined> {
  return (await opensWithdrawal(db, orderId, key)) ? findOrder(db, orderId) : undefined;
}

async function findByPair(
  billing: Billing,
  { code, email, address }: Pick<WithdrawalAccess, "code" | "email" | "address">,
): Promise<OrderRow | undefined> {
  const missing = Object.entries({ code, email }).filter(([, value]) => !value?.trim());
  if (code === undefined || email === undefined || missing.length > 0)
    throw invalid(missing.map(([field]) => ({ field, message: "Required without an order's id" })));
  await takeToken(billing.db, billing.clock, pairLimit, address);
  const number = parseOrderNumber(code);
  const named = parseAddress(email);
  const id = number === null ? undefined : await findOrderId(billing.db, number);
  const order = id === undefined ? undefined : await findOrder(billing.db, id);
  if (!order || named === null) return undefined;
  return (await addressesOf(billing, order)).includes(named) ? order : undefined;
}

/** Returns the addresses that emails about an order went to, or go to now. */
async function addressesOf({ db }: Billing, order: OrderRow): Promise<string[]> {
  // Once the account is erased, nobody owns the order.
  if (order.visitor_id === null) return [];
  const [current, receipts] = await Promise.all([
    findEmailOf(db, order.visitor_id),
    listReceipts(db, order.id),
  ]);
  return [order.email, current, ...receipts.map(({ content }) => content.buyer)].flatMap(
    (address) => parseAddress(address ?? "") ?? [],
  );
}
