import type { ClosedColumns } from "../closed.ts";

/** The table of withdrawals. */
export type WithdrawalTables = {
  withdrawal: {
    id: string;
    order_id: string;
    /** Null once the account is erased. */
    visitor_id: string | null;
    outcome: "whole" | "part" | "none" | "review";
    why: "used" | "changed" | "limit" | null;
    currency: string;
    /** What goes back; with the outcome `review`, what would go back. */
    amount: number;
    at: Date;
  } & ClosedColumns;
  /** The keys of the links in receipt emails. */
  withdrawal_key: { hash: Buffer; order_id: string; at: Date };
};

/** A withdrawal as stored. */
export type WithdrawalRow = WithdrawalTables["withdrawal"];
