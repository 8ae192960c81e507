import type { Tax } from "../../records/receipts/content.ts";

/** What a tax is found by. */
export interface Taxable {
  amount: number;
  currency: string;
}

/** Finds the tax in what was sold. */
export type TaxProvider = (sold: Taxable) => Tax;

/** States none: for sellers that owe none, or settle it elsewhere. */
export const noTax: TaxProvider = () => ({ kind: "none" });
