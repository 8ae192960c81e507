import type { Acting } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import type { Billing } from "../../records/billing.ts";
import type { PriceGateways } from "../../sales/price-steps.ts";

/** What the console's calls about money need besides billing. */
export interface ConsoleBilling {
  billing: Billing;
  /** What support refunds alone, in whole units of the order's currency. */
  refundAmount: () => Promise<number>;
  /** Returns the address of an operator. */
  nameOf: (operatorId: string) => Promise<string | null>;
  /** Returns the id of the member with an address. */
  memberOf: (email: string) => Promise<string | null>;
  /** The zone of the site, in which moments are written. */
  zone: () => Promise<string>;
  /** What a price has to fit. */
  gateways: PriceGateways;
  /** Returns the address at which viewers' sheet is shown. */
  planPreview: () => string;
  /** Runs an act once for its key, in one transaction with its answer. */
  once: <T>(
    acting: Acting,
    act: { operatorId: string; call: string; body: { requestKey: string } },
    work: (acting: Acting, trx: Trx) => Promise<T>,
  ) => Promise<T>;
}
