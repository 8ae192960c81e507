/**
 * The accounts of the ledger. `gateway_receivable`: what a gateway owes us in the customers' currencies, until the line of
 * its balance settles it. `gateway_clearing`: the gateways' balances. `suspense`: lines that belong to no order of ours.
 */
export type LedgerAccount =
  | "gateway_receivable"
  | "gateway_clearing"
  | "bank"
  | "suspense"
  | "fx_conversion"
  | "deferred_revenue"
  | "revenue"
  | "tax_payable"
  | "gateway_fees"
  | "refunds"
  | "dispute_hold"
  | "customer_credit"
  | "gift_liability";

/** The tables of the ledger. */
export type LedgerTables = {
  ledger_txn: { id: string; source: string; order_id: string | null; at: Date };
  ledger_entry: { txn_id: string; n: number; account: LedgerAccount; currency: string; amount: number };
};
