import type { Bought } from "./bought.ts";
import { isAbout, type PayPalOrders, steer } from "./checkout.ts";

/** Returns the customer at the simulated Stripe who paid a purchase. */
export async function customerOf(control: string, { id }: Bought): Promise<string> {
  const { charges } = await steer<{ charges: { customer: string; metadata: Record<string, string> }[] }>(
    control,
    "/money",
  );
  const charge = charges.find(({ metadata }) => metadata["order_id"] === id);
  if (!charge) throw new Error(`Nothing was charged for ${id}`);
  return charge.customer;
}

/** Returns the capture at the simulated PayPal that paid a purchase. */
export async function captureOf(control: string, { id }: Bought): Promise<string> {
  const { orders } = await steer<PayPalOrders>(control, "/orders");
  const { captures } = await steer<{ captures: { id: string; orderId: string }[] }>(control, "/money");
  const remote = orders.find((order) => isAbout(order, id));
  const capture = captures.find(({ orderId }) => orderId === remote?.id);
  if (!capture) throw new Error(`Nothing was captured for ${id}`);
  return capture.id;
}

/** Returns a dispute as the simulated PayPal has it. */
export async function paypalDisputeOf(control: string, id: string): Promise<object | undefined> {
  const { disputes } = await steer<{ disputes: { id: string }[] }>(control, "/disputes");
  return disputes.find((one) => one.id === id);
}

/** Returns the bodies that a simulator received at a path by POST, without those that it refused. */
export async function sentTo(control: string, path: string): Promise<string[]> {
  const { requests } = await steer<{
    requests: { method: string; path: string; status: number; sent: string }[];
  }>(control, "/requests");
  return requests
    .filter((one) => one.method === "POST" && one.path === path && one.status < 300)
    .map(({ sent }) => sent);
}

/** Returns the fields of an object in a form as Stripe takes it, such as `evidence[receipt]`. */
export function fieldsIn(form: string, object: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(form))
    if (name.startsWith(`${object}[`)) fields[name.slice(object.length + 1, -1)] = value;
  return fields;
}
