import type { Billing } from "../records/billing.ts";
import { listCurrencies } from "../records/prices/repository.ts";

/** The countries that use the euro. */
const euroCountries = new Set(
  "AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK".split(" "),
);
const currencies: Record<string, string> = {
  AR: "ARS",
  AU: "AUD",
  BR: "BRL",
  CA: "CAD",
  CH: "CHF",
  CL: "CLP",
  CO: "COP",
  CZ: "CZK",
  DK: "DKK",
  GB: "GBP",
  HU: "HUF",
  IN: "INR",
  JP: "JPY",
  LI: "CHF",
  MX: "MXN",
  NO: "NOK",
  NZ: "NZD",
  PE: "PEN",
  PL: "PLN",
  RO: "RON",
  SE: "SEK",
  TW: "TWD",
  US: "USD",
};

/**
 * Returns the currency to show: the requested one if anything is sold in it, otherwise that of the browser's
 * country, otherwise US dollars, otherwise any. Amounts are never converted.
 */
export async function currencyFor(
  { db, clock }: Pick<Billing, "db" | "clock">,
  asked: string | undefined,
  region: string | null,
): Promise<string> {
  const sold = await listCurrencies(db, clock.now());
  const local = region === null ? undefined : euroCountries.has(region) ? "EUR" : currencies[region];
  const wanted = [asked?.toUpperCase(), local, "USD"];
  return wanted.find((currency) => currency !== undefined && sold.includes(currency)) ?? sold[0] ?? "USD";
}
