import type { TestMoney } from "./money.ts";

/** What the page of a wallet was opened for. */
type Opened =
  | { mode?: "payment"; amount: number; currency: string; usage?: string }
  | { mode: "setup"; currency: string; usage?: string };

/** Returns the token that a wallet's sheet creates, for what its page was opened with. */
export async function walletToken(
  { gateways: { stripe } }: Pick<TestMoney, "gateways">,
  { mode = "payment", currency, usage, ...opened }: Opened,
  card = "tok_visa",
): Promise<string> {
  const form = new URLSearchParams({
    key: stripe.publishableKey,
    wallet: "google_pay",
    "card[token]": card,
    "billing_details[email]": "mara@example.com",
    "elements[mode]": mode,
    "elements[currency]": currency.toLowerCase(),
    "elements[allowed_payment_method_types][0]": "card",
    "elements[allowed_payment_method_types][1]": "link",
    ...("amount" in opened ? { "elements[amount]": String(opened.amount) } : {}),
    ...(usage ? { "elements[setup_future_usage]": usage } : {}),
  });
  const url = new URL("/v1/confirmation_tokens", stripe.apiUrl ?? undefined);
  const answer = await fetch(url, { method: "POST", body: form });
  return ((await answer.json()) as { id: string }).id;
}
