import type { Bank } from "./bank.ts";
import { decimalsOf } from "./money.ts";

/** The account's settlement settings from the control page. */
export interface Settlement {
  /** The settlement currency in lower case; null: each currency is settled as it is. */
  currency: string | null;
  /** The value of one unit of a currency in US dollars, by its lower-case code. */
  rates: Record<string, number>;
  /** Seconds until a charge's balance row exists; null: at once, or later for an asynchronous capture. */
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

/** The conversion fee: the rate is this share worse than the interbank rate. */
const conversion = 0.02;

/** Returns the current settlement settings. */
export function settlementOf({ store }: Pick<Bank, "store">): Settlement {
  const stored = store.get<Partial<Settlement>>("setting", "settlement");
  return { ...usual, ...stored, rates: { ...usual.rates, ...stored?.rates } };
}

/** Returns an amount in its settlement currency, with the rate if it was converted. */
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
