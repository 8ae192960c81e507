import { invalid } from "./refusal.ts";

const noDecimals = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
// Currencies whose last digits must be zeros.
const blunt: Record<string, number> = { isk: 100, ugx: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 };
const least: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
};
const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** Refuses an amount that cannot be charged. */
export function checkAmount(amount: number, currency: string): void {
  if (amount < 1) {
    const code = "parameter_invalid_integer";
    throw invalid("This value must be greater than or equal to 1.", code, "amount");
  }
  if (amount > 99_999_999) {
    const maxAmount = display(99_999_999, currency);
    throw invalid(`Amount must be no more than ${maxAmount}`, "amount_too_large", "amount");
  }
  const minimum = least[currency] ?? 1;
  if (amount < minimum) {
    throw invalid(`Amount must be at least ${display(minimum, currency)}`, "amount_too_small", "amount");
  }
  const step = blunt[currency] ?? 1;
  if (amount % step !== 0) {
    throw invalid(`Invalid amount: in ${currency} it must be divisible by ${step}.`, undefined, "amount");
  }
}

/** Returns a currency in lower case, or throws a refusal. */
export function readCurrency(sent: string): string {
  const currency = sent.toLowerCase();
  if (!currencies.has(currency)) {
    throw invalid(
      `Invalid currency: ${sent}. Stripe currently supports ISO currencies.`,
      undefined,
      "currency",
    );
  }
  return currency;
}

/** Returns the processor's fee of a charge. */
export function feeOf(amount: number, currency: string): number {
  const fixed = noDecimals.has(currency) ? 0 : 30;
  return Math.min(amount, Math.round(amount * 0.029) + fixed);
}

/** Returns the decimals of a currency at Stripe. */
export function decimalsOf(currency: string): number {
  if (noDecimals.has(currency)) return 0;
  return "bhd jod kwd omr tnd".includes(currency) ? 3 : 2;
}

/** Returns an amount for display. */
export function display(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  const number = (amount / 10 ** digits).toLocaleString("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${number} ${currency}`;
}
