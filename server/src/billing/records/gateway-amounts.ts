import { amountOf, currencyDigits, decimalOf, isAmount, moneyOf } from "#platform/money";
import { type Say, sayIn } from "#platform/said";

// How gateways differ from ISO 4217. Before you add a currency, check docs.stripe.com/currencies and PayPal's currency codes.

/** Stripe requires two decimals for these, which are always 00. */
const stripeCountsHundredths = new Set(["ISK", "UGX"]);
/** Stripe has no decimals for these although ISO has two. */
const stripeCountsWhole = new Set(["MGA"]);
/** Stripe pays out only whole amounts of these, so only whole amounts are sold. */
const stripeWholeOnly = new Set(["HUF", "TWD", "MGA"]);
const stripeCurrencies = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY
  COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD
  JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO
  NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TND TOP TRY
  TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW`.split(/\s+/),
);
/** Stripe's minimum charge in minor units. A currency without a row has no published minimum. */
const stripeLeast: Record<string, number> = {
  USD: 50,
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
};
/** Stripe's amounts have at most eight digits. */
const stripeMost = 99_999_999;

/** PayPal refuses decimals for these. */
const paypalWhole = new Set(["JPY", "HUF", "TWD"]);
const paypalCurrencies = new Set(
  `AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD`.split(
    " ",
  ),
);

/** Currencies that PayPal accepts only between accounts of one country. */
const paypalLocal: Record<string, { country: string }> = {
  BRL: { country: "BR" },
  MYR: { country: "MY" },
  CNY: { country: "CN" },
};

/** Returns an amount in the unit of Stripe's API. Throws if Stripe cannot express it. */
export function stripeAmountOf(amount: number, currency: string): number {
  amountOf(amount);
  if (stripeCountsHundredths.has(currency)) return amount * 100;
  if (!stripeCountsWhole.has(currency)) return amount;
  if (amount % 100 === 0) return amount / 100;
  throw new RangeError(`Stripe takes whole ${currency} only`);
}

/** Returns an amount of Stripe's API in ISO minor units. The caller checks that it is plausible. */
export function amountOfStripe(amount: number, currency: string): number {
  if (stripeCountsHundredths.has(currency)) return amount / 100;
  return stripeCountsWhole.has(currency) ? amount * 100 : amount;
}

/** Returns an amount in the form of PayPal's API: `"9.99"`, `"980"`. Throws if PayPal cannot express it. */
export function paypalValueOf(amount: number, currency: string): string {
  const unit = paypalUnit(currency);
  if (amountOf(amount) % unit !== 0) throw new RangeError(`PayPal takes whole ${currency} only`);
  return paypalWhole.has(currency) ? String(amount / unit) : decimalOf(amount, currency);
}

/** Returns an amount of PayPal's API in ISO minor units. Throws if it is no amount of that currency. */
export function amountOfPaypal(value: string, currency: string): number {
  const digits = currencyDigits(currency);
  const [, whole, fraction = ""] = /^(\d{1,10})(?:\.(\d*))?$/.exec(value) ?? [];
  const beyond = fraction.slice(digits ?? 0);
  if (digits === null || whole === undefined || /[1-9]/.test(beyond))
    throw new RangeError("PayPal named an amount that is none of its currency");
  return amountOf(Number(whole + fraction.slice(0, digits).padEnd(digits, "0")));
}

/** Returns how many minor units make the smallest unit that PayPal accepts. */
function paypalUnit(currency: string): number {
  return paypalWhole.has(currency) ? 10 ** (currencyDigits(currency) ?? 0) : 1;
}

/** Returns the step in minor units that amounts of a currency are charged in, whichever gateway charges them. */
export function chargeStep(currency: string): number {
  const digits = currencyDigits(currency) ?? 0;
  if (stripeWholeOnly.has(currency) || paypalWhole.has(currency)) return 10 ** digits;
  return digits === 3 ? 10 : 1;
}

/** Returns the step in minor units that a gateway gives amounts of a currency back in. */
export function refundStep(gateway: "stripe" | "paypal", currency: string): number {
  if (gateway === "paypal") return paypalUnit(currency);
  if (stripeCountsWhole.has(currency)) return 10 ** (currencyDigits(currency) ?? 0);
  return currencyDigits(currency) === 3 ? 10 : 1;
}

/**
 * Why a gateway cannot take a price, in words for the operator; null where it can. `country`: where the gateway's account is;
 * null: not said.
 */
export function gatewayFault(
  gateway: "stripe" | "paypal",
  amount: number,
  currency: string,
  country: string | null = null,
): string | null {
  const say = gatewayRefusal(gateway, amount, currency, country);
  return say && sayIn("en", say);
}

/** Returns the same for an operator of any language. */
export function gatewayRefusal(
  gateway: "stripe" | "paypal",
  amount: number,
  currency: string,
  country: string | null = null,
): Say | null {
  const digits = currencyDigits(currency);
  if (digits === null) return (t) => t("gatewayFault.currency", { currency });
  if (!isAmount(amount) || amount === 0) return (t) => t("gatewayFault.nothing");
  return gateway === "stripe"
    ? stripeFault(amount, currency, digits)
    : paypalFault(amount, currency, country);
}

function stripeFault(amount: number, currency: string, digits: number): Say | null {
  if (!stripeCurrencies.has(currency)) return (t) => t("gatewayFault.noCards", { currency });
  if (digits === 3 && amount % 10 !== 0) return (t) => t("gatewayFault.twoDecimals", { currency });
  if (stripeWholeOnly.has(currency) && amount % 100 !== 0)
    return (t) => t("gatewayFault.whole", { gateway: "Stripe", currency });
  const least = stripeLeast[currency];
  if (least !== undefined && amount < least)
    return (t, language) => t("gatewayFault.least", { price: moneyOf(least, currency, language).display });
  if (stripeAmountOf(amount, currency) <= stripeMost) return null;
  const most = amountOfStripe(stripeMost - (stripeMost % 100), currency);
  return (t, language) => t("gatewayFault.most", { price: moneyOf(most, currency, language).display });
}

function paypalFault(amount: number, currency: string, country: string | null): Say | null {
  if (!paypalCurrencies.has(currency)) return (t) => t("gatewayFault.noPaypal", { currency });
  const local = paypalLocal[currency];
  if (local && local.country !== country)
    return (t, language) => {
      const place = new Intl.DisplayNames(language, { type: "region" }).of(local.country) ?? local.country;
      return t("gatewayFault.local", { currency, place, code: local.country });
    };
  if (amount % paypalUnit(currency) !== 0)
    return (t) => t("gatewayFault.whole", { gateway: "PayPal", currency });
  return null;
}
