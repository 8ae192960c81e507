import type { UsedMethod } from "@cliffhanger/contract";
import { brandName } from "./card/card-faults.ts";

/** What was paid with, as its owner knows it: "Visa ···· 4242", or the PayPal address as far as it is shown. */
export function methodWords(method: UsedMethod): string {
  if (method.type === "paypal") return method.email ? `PayPal · ${method.email}` : "PayPal";
  const brand = brandName(method.brand) ?? method.brand;
  return [brand, method.last4 && `···· ${method.last4}`].filter(Boolean).join(" ");
}
