import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { Log } from "#platform/log";
import type { Gateway } from "../../records/gateway.ts";
import { ask } from "./faults.ts";
import type { Mark } from "./snapshot.ts";

/** Makes a customer without the address, which may be another one by the time the same key is sent again; it follows. */
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
    // It is for whoever reads the dashboard; a payment does not wait for it.
    log.warn({ customer: id, reason: String(error) }, "A customer's address could not be told to Stripe");
  });
  return id;
}
