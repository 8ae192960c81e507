import type { SavedMethod, UsedMethod } from "@cliffhanger/contract";
import { brandName } from "./card/card-faults.ts";

/** Returns the used payment method as its owner knows it: "Visa ···· 4242", or the masked PayPal address. */
export function describeMethod(method: UsedMethod): string {
  if (method.type === "paypal") return method.email ? `PayPal · ${method.email}` : "PayPal";
  const brand = brandName(method.brand) ?? method.brand;
  const card = [brand, method.last4 && `···· ${method.last4}`].filter(Boolean).join(" ");
  if (method.type === "card") return card;
  return [walletNames[method.wallet], card].filter(Boolean).join(" · ");
}

const walletNames = { apple_pay: "Apple Pay", google_pay: "Google Pay", link: "Link" } as const;

/** Returns the same for a saved method. */
export function describeSaved({ type, brand, last4, email, wallet }: SavedMethod): string {
  if (type === "paypal") return describeMethod({ type, email: email ?? "" });
  const card = { brand: brand ?? "", last4: last4 ?? "" };
  return describeMethod(wallet ? { type: "wallet", wallet, ...card } : { type, ...card });
}

/** Returns a saved method as a button names it, where room is scarce: "Visa ··4242". */
export function nameSaved(method: SavedMethod): string {
  const { type, brand, last4 } = method;
  if (type === "paypal") return describeSaved(method);
  return [brandName(brand) ?? brand, last4 && `··${last4}`].filter(Boolean).join(" ");
}
