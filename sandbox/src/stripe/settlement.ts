import type { Bank } from "./bank.ts";
import { decimalsOf } from "./money.ts";

/** How the account settles: what somebody at the control page set. */
export interface Settlement {
  /** What everything is converted into, in the API's letters; null: each currency is kept as it came. */
  currency: string | null;
  /** What one unit of a currency is worth in US dollars, by its code in the API's letters. */
  rates: Record<string, number>;
  /** Seconds until a charge's balance line is there; null: at once, or later for an asynchronous capture. */
  delay: number | null;
}

const usual: Settlement = {
  currency: "usd",
  rates: {
    usd: 1,
    eur: 1.1025,
    brl: 0.1819,
    gbp: 1.2941,
    jpy: 0.00655,
    chf: 1.1302,
    mxn: 0.0541,
    pln: 0.2587,
  },
  delay: null,
};

/** What a conversion costs: the rate is that much worse than the market's. */
const conversion = 0.02;

/** How the account settles now. */
export function settlementOf({ store }: Pick<Bank, "store">): Settlement {
  const kept = store.get<Partial<Settlement>>("setting", "settlement");
  return { ...usual, ...kept, rates: { ...usual.rates, ...kept?.rates } };
}

/** An amount in the currency that it settles in, with the rate where it was converted. */
export function settled(
  bank: Pick<Bank, "store">,
  amount: number,
  currency: string,
): { amount: number; currency: string; rate: number | null } {
  const { currency: into, rates } = settlementOf(bank);
  const [from, to] = [rates[currency], into === null ? undefined : rates[into]];
  if (into === null || into === currency || from === undefined || to === undefined)
    return { amount, currency, rate: null };
  const rate = Number(((from / to) * (1 - conversion)).toFixed(6));
  const units = (amount / 10 ** decimalsOf(currency)) * rate;
  return { amount: Math.round(units * 10 ** decimalsOf(into)), currency: into, rate };
}
