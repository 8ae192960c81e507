import type { Clock } from "#platform/clock";
import type { Db, Trx } from "#platform/db/database";
import type { Log } from "#platform/log";
import type { Outbox } from "#platform/mail/email";
import type { DomainFile } from "./domain-file.ts";
import type { Gateway, GatewayName } from "./gateway.ts";
import type { MerchantFaults } from "./merchant-faults.ts";
import type { BillingMeters } from "./meters.ts";
import type { BillingTables } from "./tables.ts";

/** The services and settings that billing works with. */
export interface Billing {
  db: Db;
  clock: Clock;
  log: Log;
  mail: Outbox;
  /** Configured gateways only; a payment method without its gateway is not offered. */
  gateways: ReadonlyMap<GatewayName, Gateway>;
  /** What a browser needs to render the card form; null when cards are not accepted. */
  cardForm: { publishableKey: string; scriptUrl: string } | null;
  /** Apple's file for the site's domain; without it Apple Pay is not offered. */
  domainFile: DomainFile;
  /** The public origin; return URLs and links in emails begin with it. */
  origin: string;
  /** The site's branding, and the seller printed on receipts. */
  site: () => Promise<{
    name: string;
    /** `#rrggbb`. */
    accent?: string;
    seller: { name: string; address: string; email: string };
  }>;
  policy: BillingPolicy;
  /** Logs and counts refusals that are the merchant's fault. */
  faults: MerchantFaults;
  /** Counts and times what this process does. */
  meters: BillingMeters;
  /**
   * Charges that outlast the request or renewal that started them. On shutdown, the app waits for its own
   * charges only.
   */
  slowCharges: Set<Promise<unknown>>;
  /** Other domains that store something with every order. */
  listeners?: readonly BillingListener[];
}

/** What another domain does when money moves, within the transaction that moves it. */
export interface BillingListener {
  /** Called when an order is opened, by its member or for a renewal. */
  ordered?(trx: Trx, order: BillingTables["purchase_order"]): Promise<void>;
  /** Called when an order is paid and fulfilled. */
  paid?(trx: Trx, order: BillingTables["purchase_order"]): Promise<void>;
}

/** The operator's payment policy. Customers see all of it before they pay. */
export interface BillingPolicy {
  /** Days within which an unwatched purchase is refunded. */
  refundDays: number;
  /** The most that a withdrawal returns without an operator, as a decimal amount in the order's currency. */
  refundSelfMax: string;
  /** Maximum days of access after a failed renewal; never more than half a billing period. */
  graceDays: number;
  /** Minutes until an unpaid order expires. */
  orderMinutes: number;
}

/** The policy unless the operator sets another one. */
const defaultPolicy: BillingPolicy = {
  refundDays: 14,
  refundSelfMax: "150.00",
  graceDays: 7,
  orderMinutes: 30,
};

/** Returns the policy with what the operator set. */
export function policyOf({ refundSelfMax }: Pick<BillingPolicy, "refundSelfMax">): BillingPolicy {
  return { ...defaultPolicy, refundSelfMax };
}

/** Returns the gateway of a payment method, or undefined if the method is not offered. */
export function gatewayOf({ gateways }: Pick<Billing, "gateways">, method: "card" | "paypal") {
  return gateways.get(method === "card" ? "stripe" : "paypal");
}
