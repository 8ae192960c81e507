import type { Billing } from "../records/billing.ts";
import type { Gateway } from "../records/gateway.ts";

/** Times a step of charging an order, whether or not it succeeds. */
export async function timeStep<T>(
  { meters }: Pick<Billing, "meters">,
  { name: gateway }: Pick<Gateway, "name">,
  step: "create" | "confirm" | "single" | "settle",
  work: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    meters.stepSeconds({ gateway, step }, (performance.now() - begun) / 1000);
  }
}
