import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { Log } from "#platform/log";
import type { Gateway } from "../../records/gateway.ts";
import { ask } from "./faults.ts";
import type { Mark } from "./snapshot.ts";

/**
 * Creates a customer without the email address: it may change before the same key is repeated. A second
 * request adds it.
 */
export async function makeCustomer(
  { stripe, mark, log }: { stripe: Stripe; mark: Mark; log: Log },
  { key, visitorId, email }: Parameters<Gateway["customer"]>[0],
): Promise<string> {
  const metadata = { ...mark, visitor_id: visitorId };
  const { id } = await ask("customer", () => stripe.customers.create({ metadata }, { idempotencyKey: key }));
  if (email === null) return id;
  const hash = createHash("sha256").update(email).digest("hex").slice(0, 16);
  await ask("customer", () =>
    stripe.customers.update(id, { email }, { idempotencyKey: `${key}:email:${hash}` }),
  ).catch((error: unknown) => {
    // Only the dashboard shows it; a payment does not wait for it.
    log.warn({ customer: id, reason: String(error) }, "Customer's email address could not be sent to Stripe");
  });
  return id;
}
