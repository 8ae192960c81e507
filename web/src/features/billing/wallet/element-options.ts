import type {
  StripeElementLocale,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
} from "@stripe/stripe-js";
import type { Sold } from "../sold.ts";

/** The height of a wallet's button. */
const BUTTON_PX = 50;

/** Returns what the gateway's group of elements is opened for: it must be what the server's payment object says. */
export function groupOptions({ kind, price }: Sold, locale: StripeElementLocale): StripeElementsOptionsMode {
  return {
    mode: "payment",
    amount: price.amount,
    currency: price.currency.toLowerCase(),
    ...(kind === "subscribe" ? { setupFutureUsage: "off_session" as const } : {}),
    allowedPaymentMethodTypes: ["card", "link"],
    locale,
    appearance: { theme: "night", variables: { borderRadius: "8px" } },
  };
}

/** Returns the options of the wallet buttons. Apple Pay shows when a membership renews and where it is cancelled. */
export function buttonOptions(
  sold: Sold,
  { title, origin, wallets }: { title: string; origin: string; wallets: readonly string[] },
): StripeExpressCheckoutElementOptions {
  const { amount } = sold.price;
  return {
    emailRequired: true,
    billingAddressRequired: false,
    paymentMethods: {
      applePay: wallets.includes("apple_pay") ? "auto" : "never",
      googlePay: wallets.includes("google_pay") ? "auto" : "never",
      link: wallets.includes("link") ? "auto" : "never",
      paypal: "never",
      amazonPay: "never",
      klarna: "never",
    },
    layout: { maxColumns: 1, maxRows: 3, overflow: "never" },
    buttonHeight: BUTTON_PX,
    ...(sold.kind === "subscribe"
      ? {
          applePay: {
            recurringPaymentRequest: {
              paymentDescription: title,
              managementURL: `${origin}/individual`,
              regularBilling: {
                amount,
                label: title,
                recurringPaymentIntervalUnit: "day" as const,
                recurringPaymentIntervalCount: sold.plan.periodDays,
              },
            },
          },
        }
      : {}),
  };
}
