import { afterAll, expect, test } from "vitest";
import { closeMerchants, type Merchant, openEndpoint, openMerchant } from "./test-merchant.ts";

afterAll(closeMerchants);

type ReceivedEvent = { signature: string; body: string };
const typeOf = ({ body }: ReceivedEvent) => (JSON.parse(body) as { type: string }).type;
const pay = ({ stripe }: Merchant, method = "pm_card_visa") =>
  stripe.paymentIntents.create({
    amount: 1999,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    payment_method: method,
    confirm: true,
  });

async function connected(events: string[], ...answers: number[]) {
  const [merchant, endpoint] = [await openMerchant(), await openEndpoint(...answers)];
  const { secret } = await merchant.control<{ secret: string }>("PUT /webhook-endpoint", {
    url: endpoint.url,
    events,
  });
  return { merchant, endpoint, secret };
}

test("events are sent, signed, to endpoints that subscribed to them, and no others", async () => {
  const { merchant, endpoint, secret } = await connected(["payment_intent.succeeded", "refund.created"]);
  const intent = await pay(merchant);
  await expect.poll(() => endpoint.letters.length).toBe(1);
  await merchant.stripe.refunds.create({ payment_intent: intent.id });
  await expect
    .poll(() => endpoint.letters.map(typeOf))
    .toEqual(["payment_intent.succeeded", "refund.created"]);
  const { body, signature } = endpoint.letters[0] as ReceivedEvent;
  const event = merchant.stripe.webhooks.constructEvent(body, signature, secret);
  expect(event).toMatchObject({ object: "event", livemode: false, api_version: "2026-10-28.endive" });
  expect(event.data.object).toMatchObject({ id: intent.id, status: "succeeded" });
  expect(event.request?.id).toMatch(/^req_/);
  const forged = body.replace("1999", "1");
  expect(() => merchant.stripe.webhooks.constructEvent(forged, signature, secret)).toThrow(
    "No signatures found",
  );
});

test("the operator's endpoint keeps its secret when it is set again, and an endpoint of the API shows it once", async () => {
  const { merchant, endpoint, secret } = await connected(["*"]);
  const again = await merchant.control("PUT /webhook-endpoint", {
    url: endpoint.url,
    events: ["charge.failed"],
  });
  expect(again).toMatchObject({ secret, events: ["charge.failed"] });
  const made = await merchant.stripe.webhookEndpoints.create({ url: endpoint.url, enabled_events: ["*"] });
  expect(made.secret).toMatch(/^whsec_/);
  expect(await merchant.stripe.webhookEndpoints.retrieve(made.id)).not.toHaveProperty("secret");
});

test("an endpoint that fails gets it again after the delay by the simulator's clock, until it accepts it", async () => {
  const { merchant, endpoint } = await connected(["payment_intent.succeeded"], 500, 500);
  await pay(merchant);
  await expect.poll(() => endpoint.letters.length).toBe(1);
  const states = async () => {
    const { events } = await merchant.control<{
      events: { deliveries: { state: string; tries: unknown[] }[] }[];
    }>("GET /events?type=payment_intent.succeeded");
    return events[0]?.deliveries.map(({ state, tries }) => [state, tries.length]);
  };
  await expect.poll(states).toEqual([["waiting", 1]]);
  const late = await merchant.stripe.events.list({ delivery_success: false });
  expect(late.data.map(({ type, pending_webhooks: count }) => [type, count])).toEqual([
    ["payment_intent.succeeded", 1],
  ]);
  await merchant.control("POST /clock", { offset: 301 });
  await expect.poll(states).toEqual([["waiting", 2]]);
  await merchant.control("POST /clock", { offset: 301 + 1801 });
  await expect.poll(states).toEqual([["done", 3]]);
  expect(new Set(endpoint.letters.map(({ signature }) => signature)).size).toBe(3);
});

test("events can be held and released in reverse order, doubled, lost, and sent with an invalid signature", async () => {
  const { merchant, endpoint, secret } = await connected(["payment_intent.succeeded", "refund.created"]);
  const { control, stripe } = merchant;
  await control("POST /deliveries/plan", { action: "hold" });
  await stripe.refunds.create({ payment_intent: (await pay(merchant)).id });
  await control("POST /deliveries/release", { reversed: true });
  expect(endpoint.letters.map(typeOf)).toEqual(["refund.created", "payment_intent.succeeded"]);
  await control("POST /deliveries/plan", { copies: 2, left: 1, types: "payment_intent.*" });
  await pay(merchant);
  await expect.poll(() => endpoint.letters.length).toBe(4);
  await control("POST /deliveries/plan", { action: "drop", types: "payment_intent.succeeded", left: 1 });
  const lost = await pay(merchant);
  await control("POST /deliveries/plan", {
    breakSignature: true,
    types: "payment_intent.succeeded",
    left: 1,
  });
  await pay(merchant);
  await expect.poll(() => endpoint.letters.length).toBe(5);
  const { body, signature } = endpoint.letters[4] as ReceivedEvent;
  expect(() => stripe.webhooks.constructEvent(body, signature, secret)).toThrow("No signatures found");
  const { data } = await stripe.events.list({ type: "payment_intent.succeeded" });
  const event = data.find(({ data: { object } }) => "id" in object && object.id === lost.id);
  await control(`POST /events/${event?.id}/send`, {});
  await expect.poll(() => endpoint.letters.length).toBe(6);
  await control(`POST /events/${event?.id}/again`, { times: 3 });
  await expect.poll(() => endpoint.letters.length).toBe(9);
  const ids = endpoint.letters.slice(5).map((event) => (JSON.parse(event.body) as { id: string }).id);
  expect(new Set(ids).size).toBe(1);
});

test("cards that cause a dispute, a warning or a failed refund send its events automatically", async () => {
  const { merchant, endpoint } = await connected([
    "charge.dispute.created",
    "radar.early_fraud_warning.created",
    "refund.failed",
  ]);
  const { control, stripe } = merchant;
  await pay(merchant, "pm_card_createDispute");
  await pay(merchant, "pm_card_createIssuerFraudRecord");
  await stripe.refunds.create({ payment_intent: (await pay(merchant, "pm_card_refundFail")).id });
  await control("POST /clock", { offset: 30 });
  await expect
    .poll(() => endpoint.letters.map(typeOf).sort())
    .toEqual(["charge.dispute.created", "radar.early_fraud_warning.created", "refund.failed"]);
});
