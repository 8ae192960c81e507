/** The tables of receipts and credit notes. */
export type ReceiptTables = {
  receipt_series: { name: string; last: number };
  receipt: {
    id: string;
    series: string;
    number: number;
    order_id: string;
    kind: "receipt" | "credit_note";
    seq: number;
    currency: string;
    amount: number;
    content: unknown;
    hash: string;
    issued_at: Date;
  };
};
