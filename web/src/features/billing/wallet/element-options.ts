import type { Money } from "@cliffhanger/contract";
import type {
  StripeElementLocale,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
} from "@stripe/stripe-js";
import type { Sold } from "../sold.ts";

/** What a wallet is asked for: a purchase, or to pay for the further periods of a membership. */
export type WalletUse =
  | Sold
  | {
      kind: "renew";
      price: Money;
      /** The days of a period; null where nothing will be charged. */
      periodDays: number | null;
      /** When the first charge comes; null: at once. */
      from: Date | null;
    };

/** The height of a wallet's button. */
const BUTTON_PX = 50;

/** Returns what the gateway's group of elements is opened for: it must be what the server's object says. */
export function groupOptions(
  { kind, price }: WalletUse,
  locale: StripeElementLocale,
): StripeElementsOptionsMode {
  const currency = price.currency.toLowerCase();
  const shared = {
    ...(kind === "unlock" ? {} : { setupFutureUsage: "off_session" as const }),
    allowedPaymentMethodTypes: ["card", "link"],
    locale,
    appearance: { theme: "night" as const, variables: { borderRadius: "8px" } },
  };
  return kind === "renew"
    ? { mode: "setup", currency, ...shared }
    : { mode: "payment", amount: price.amount, currency, ...shared };
}

/** Returns what a wallet's sheet lists. Where nothing is paid the gateway takes no amounts. */
export function lineItemsOf(use: WalletUse, title: string) {
  return use.kind === "renew" ? {} : { lineItems: [{ name: title, amount: use.price.amount }] };
}

/** Returns the options of the wallet buttons. Apple Pay shows when a membership renews and where it is cancelled. */
export function buttonOptions(
  use: WalletUse,
  { title, origin, wallets }: { title: string; origin: string; wallets: readonly string[] },
): StripeExpressCheckoutElementOptions {
  return {
    // A member's address is known.
    emailRequired: use.kind !== "renew",
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
    ...recurringOptions(use, { title, origin }),
  };
}

function recurringOptions(use: WalletUse, { title, origin }: { title: string; origin: string }) {
  const periodDays =
    use.kind === "renew" ? use.periodDays : use.kind === "subscribe" ? use.plan.periodDays : null;
  if (periodDays === null) return {};
  const from = use.kind === "renew" ? use.from : null;
  return {
    applePay: {
      recurringPaymentRequest: {
        paymentDescription: title,
        managementURL: `${origin}/individual`,
        regularBilling: {
          amount: use.price.amount,
          label: title,
          ...(from ? { recurringPaymentStartDate: from } : {}),
          recurringPaymentIntervalUnit: "day" as const,
          recurringPaymentIntervalCount: periodDays,
        },
      },
    },
  };
}
