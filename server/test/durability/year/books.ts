import {
  addSale,
  addTo,
  closeDisputeOf,
  type ExpectedBooks,
  openDisputeOf,
  refundFrom,
} from "#test/expected-books";
import type { Journal } from "./journal.ts";

/** Adds what a buyer's journal comes to in the ledger, by the gateways' published fees and rates. */
export function bookJournal(books: ExpectedBooks, { agreed, disputes }: Journal): void {
  for (const { method, currency, amount, lost } of agreed) {
    if (amount > 0) addSale(books, { method, currency, amount });
    else if (!lost) refundFrom(books, { method, currency }, -amount);
  }
  for (const { state, ...paid } of disputes) {
    openDisputeOf(books, paid);
    if (state !== "open") closeDisputeOf(books, paid, state);
  }
}

const income = /^(?:revenue|deferred_revenue|refunds) /;

/**
 * Takes what was earned, what is still to be earned and what went back together: how a period is earned day by day is a matter of
 * other tests.
 */
export function foldIncome(books: ExpectedBooks): ExpectedBooks {
  const folded: ExpectedBooks = {};
  for (const [key, amount] of Object.entries(books)) addTo(folded, key.replace(income, "income "), amount);
  return folded;
}
