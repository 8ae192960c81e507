import { parseAddress } from "#platform/address";
import { parseOrderNumber } from "../order-code.ts";
import type { OrderKey } from "./repository.ts";

const RECEIPT = /^([RC]-\d{4})-?(\d{1,9})$/;
const REMOTE_ID = /^[A-Za-z0-9_-]{8,128}$/;

/** Returns all that a text may name an order by: number, receipt, id at a gateway, mail address. Each is one look-up. */
export async function orderKeysOf(
  text: string,
  memberOf: (email: string) => Promise<string | null>,
): Promise<OrderKey[]> {
  const email = parseAddress(text);
  if (email !== null) return [{ email, memberId: await memberOf(email) }];
  const number = parseOrderNumber(text);
  const [, series, receipt] = RECEIPT.exec(text.toUpperCase()) ?? [];
  return [
    ...(number ? [number] : []),
    ...(series === undefined ? [] : [{ receipt: { series, number: Number(receipt) } }]),
    ...(REMOTE_ID.test(text) ? [{ remoteId: text }] : []),
  ];
}
