import { currencyDigits } from "#platform/money";
import type { RemoteSettlement } from "../../records/gateway.ts";
import { amountOfPaypal } from "../../records/gateway-amounts.ts";
import type { CaptureObject } from "./objects.ts";

type Breakdown = NonNullable<CaptureObject["seller_receivable_breakdown"]>;

/** Returns what reached the account: in the currency of the sale, or converted after the fee was deducted. */
export function settledOf(gross: number, sold: string, breakdown: Breakdown): RemoteSettlement | null {
  const { paypal_fee: fee, receivable_amount: received, exchange_rate: rate } = breakdown;
  const feeThere = breakdown.paypal_fee_in_receivable_currency;
  const taken = fee ? amountOfPaypal(fee.value, fee.currency_code) : null;
  if (!received || received.currency_code === sold)
    return taken === null || fee?.currency_code !== sold
      ? null
      : { currency: sold, amount: gross, fee: taken, rate: null };
  const currency = received.currency_code;
  const net = amountOfPaypal(received.value, currency);
  const value = rate?.value === undefined || !/^\d{1,9}(\.\d{1,10})?$/.test(rate.value) ? null : rate.value;
  const share =
    feeThere?.currency_code === currency
      ? amountOfPaypal(feeThere.value, currency)
      : converted(taken, fee?.currency_code, { sold, currency, value });
  return share === null ? null : { currency, amount: net + share, fee: share, rate: value };
}

/** Converts a fee that was deducted before the conversion, at the rate of that conversion. */
function converted(
  fee: number | null,
  of: string | undefined,
  { sold, currency, value }: { sold: string; currency: string; value: string | null },
): number | null {
  if (fee === null || value === null || of !== sold) return null;
  const shift = 10 ** ((currencyDigits(currency) ?? 2) - (currencyDigits(sold) ?? 2));
  return Math.round(fee * Number(value) * shift);
}
