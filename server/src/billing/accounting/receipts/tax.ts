import type { Tax } from "../../records/receipts/content.ts";

/** The price that a tax is computed from. */
export interface Taxable {
  amount: number;
  currency: string;
}

/** Computes the tax in a price. */
export type TaxProvider = (sold: Taxable) => Tax;

/** States no tax: for sellers that owe none, or account for it elsewhere. */
export const noTax: TaxProvider = () => ({ kind: "none" });
