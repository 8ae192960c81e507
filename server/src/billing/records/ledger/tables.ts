/** The accounts of the ledger. */
export type LedgerAccount =
  | "gateway_clearing"
  | "deferred_revenue"
  | "revenue"
  | "tax_payable"
  | "gateway_fees"
  | "refunds"
  | "dispute_hold"
  | "customer_credit";

/** The tables of the ledger. */
export type LedgerTables = {
  ledger_txn: { id: string; source: string; order_id: string | null; at: Date };
  ledger_entry: { txn_id: string; n: number; account: LedgerAccount; currency: string; amount: number };
};
