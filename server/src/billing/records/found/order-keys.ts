import { parseOrderNumber } from "../order-code.ts";
import type { OrderKey } from "./repository.ts";

const RECEIPT = /^([RC]-\d{4})-?(\d{1,9})$/;
const REMOTE_ID = /^[A-Za-z0-9_-]{8,128}$/;

/** Returns all that a number may name an order by: its own, that of a receipt, an id at a gateway. Each is one look-up in an index. */
export function orderKeysOf(text: string): OrderKey[] {
  const number = parseOrderNumber(text);
  const [, series, receipt] = RECEIPT.exec(text.toUpperCase()) ?? [];
  return [
    ...(number ? [number] : []),
    ...(series === undefined ? [] : [{ receipt: { series, number: Number(receipt) } }]),
    ...(REMOTE_ID.test(text) ? [{ remoteId: text }] : []),
  ];
}
