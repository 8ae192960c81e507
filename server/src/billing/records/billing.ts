import type { Clock } from "#platform/clock";
import type { Db, Trx } from "#platform/db/database";
import type { Log } from "#platform/log";
import type { Outbox } from "#platform/mail/email";
import type { Gateway, GatewayName } from "./gateway.ts";
import type { MerchantFaults } from "./merchant-faults.ts";
import type { BillingTables } from "./tables.ts";

/** What billing works with. */
export interface Billing {
  db: Db;
  clock: Clock;
  log: Log;
  mail: Outbox;
  /** Those that are configured: a method without its gateway is not offered. */
  gateways: ReadonlyMap<GatewayName, Gateway>;
  /** What a browser needs for the card form; null where no card is taken. */
  cardForm: { publishableKey: string; scriptUrl: string } | null;
  /** The address that people reach us at: return addresses and links in mails begin with it. */
  origin: string;
  /** The site's face: its name and colour, and the seller printed on receipts. */
  site: () => Promise<{
    name: string;
    /** `#rrggbb`. */
    accent?: string;
    seller: { name: string; address: string; email: string };
  }>;
  policy: BillingPolicy;
  /** Where refusals that are our own fault are logged and counted. */
  faults: MerchantFaults;
  /** Charges that outlast the request or renewal that began them. A stopping app waits for its own, and for no other's. */
  slowCharges: Set<Promise<unknown>>;
  /** Parts of the product that keep something with every order. */
  listeners?: readonly BillingListener[];
}

/** What a part of the product does when money moves, within the transaction that moves it. */
export interface BillingListener {
  /** An order was opened, by its member or for a renewal. */
  ordered?(trx: Trx, order: BillingTables["purchase_order"]): Promise<void>;
  /** An order was paid, and what it was for is given. */
  paid?(trx: Trx, order: BillingTables["purchase_order"]): Promise<void>;
}

/** What the operator decides about money; all of it is told to people before they pay. */
export interface BillingPolicy {
  /** Days within which an unwatched purchase is given back. */
  refundDays: number;
  /** Days that a membership goes on after a failed renewal, at most; never more than half a period. */
  graceDays: number;
  /** Minutes that an order waits to be paid. */
  orderMinutes: number;
}

/** What holds where nobody decided otherwise. */
export const defaultPolicy: BillingPolicy = { refundDays: 14, graceDays: 7, orderMinutes: 30 };

/** The gateway behind a way to pay, or undefined where it is not offered. */
export function gatewayOf({ gateways }: Pick<Billing, "gateways">, method: "card" | "paypal") {
  return gateways.get(method === "card" ? "stripe" : "paypal");
}
