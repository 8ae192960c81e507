import type { GatewayName } from "../gateway.ts";

/** The texts that a gateway takes as evidence, with the most characters of each. */
export const evidenceFields: Record<GatewayName, Readonly<Record<string, number>>> = {
  stripe: {
    access_activity_log: 20_000,
    customer_purchase_ip: 5_000,
    customer_email_address: 5_000,
    customer_name: 5_000,
    product_description: 20_000,
    refund_policy_disclosure: 20_000,
    cancellation_policy_disclosure: 20_000,
    service_date: 5_000,
    uncategorized_text: 20_000,
  },
  paypal: { notes: 2_000 },
};

/** Returns texts of which each fits its field; empty ones are left out. */
export function fittingTexts(
  gateway: GatewayName,
  texts: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields = Object.entries(evidenceFields[gateway]);
  const fitting = fields.map(([name, most]) => [name, (texts[name] ?? "").trim().slice(0, most)] as const);
  return Object.fromEntries(fitting.filter(([, text]) => text !== ""));
}
