import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { silentLog } from "#test/silent-log";
import { GatewayRefused, type Hint } from "../../records/gateway.ts";
import { stripeEvents } from "./events.ts";
import { openStripe } from "./stripe.ts";

const secrets = ["whsec_old", "whsec_new"];
const gateway = openStripe(
  {
    secretKey: "sk_test_1",
    publishableKey: "pk_test_1",
    webhookSecrets: secrets,
    apiUrl: null,
    scriptUrl: "https://js.stripe.com/endive/stripe.js",
  },
  { log: silentLog },
);
const now = new Date("2026-11-20T12:00:00Z");
const seconds = now.getTime() / 1000;

const ours = { app: "cliffhanger", env: "test", payment_id: "p", order_id: "o" };
const event = (type: string, object: object) =>
  Buffer.from(`${JSON.stringify({ id: "evt_1", object: "event", type, data: { object } }, null, 2)}\n`);
const paid = event("payment_intent.succeeded", { id: "pi_1", metadata: ours });

function mac(raw: Buffer, at = seconds, secret = secrets[0] ?? ""): string {
  return createHmac("sha256", secret).update(`${at}.`).update(raw).digest("hex");
}

function signed(raw: Buffer, at = seconds, secret = secrets[0] ?? "") {
  return { "stripe-signature": `t=${at},v1=${mac(raw, at, secret)}` };
}

async function read(type: string, object: object): Promise<Hint["subject"]> {
  const raw = event(type, object);
  return (await gateway.verify(raw, signed(raw), now)).subject;
}

describe("the origin of a webhook", () => {
  test("R48: a signed one is read", async () => {
    expect(await gateway.verify(paid, signed(paid), now)).toEqual({
      eventId: "evt_1",
      type: "payment_intent.succeeded",
      subject: { kind: "payment", remoteId: "pi_1", final: "succeeded" },
    });
  });

  test.each<[string, Record<string, string | string[] | undefined>]>([
    ["no signature", {}],
    ["an empty one", { "stripe-signature": "" }],
    ["several headers", { "stripe-signature": [signed(paid)["stripe-signature"]] }],
    ["words", { "stripe-signature": "trust me" }],
    ["no time", { "stripe-signature": `v1=${mac(paid)}` }],
    ["two times", { "stripe-signature": `t=${seconds},t=${seconds},v1=${mac(paid)}` }],
    ["a time that is none", { "stripe-signature": `t=${seconds}x,v1=${mac(paid)}` }],
    ["no v1", { "stripe-signature": `t=${seconds}` }],
    ["the scheme of tests alone", { "stripe-signature": `t=${seconds},v0=${mac(paid)}` }],
    ["somebody else's secret", signed(paid, seconds, "whsec_other")],
    ["the signature of another time", { "stripe-signature": `t=${seconds},v1=${mac(paid, seconds - 1)}` }],
    ["the signature of another body", signed(event("payment_intent.succeeded", { id: "pi_2" }))],
  ])("case 19: with %s it is rejected", async (_name, headers) => {
    await expect(gateway.verify(paid, headers, now)).rejects.toThrow(GatewayRefused);
  });

  test.each([-300, 0, 300])("case 20: signed %i seconds from now it is read", async (offset) => {
    const read = await gateway.verify(paid, signed(paid, seconds + offset), now);
    expect(read.eventId).toBe("evt_1");
  });

  test.each([-301, 301])("case 20: signed %i seconds from now it is rejected", async (offset) => {
    const reading = gateway.verify(paid, signed(paid, seconds + offset), now);
    await expect(reading).rejects.toThrow(GatewayRefused);
  });

  test("case 21: the same event in other bytes is another body", async () => {
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(paid.toString())));
    await expect(gateway.verify(rewritten, signed(paid), now)).rejects.toThrow(GatewayRefused);
  });

  test("case 22: during a key rotation either secret is accepted, and both at once", async () => {
    for (const secret of secrets)
      expect(await gateway.verify(paid, signed(paid, seconds, secret), now)).toMatchObject({
        eventId: "evt_1",
      });
    const both = secrets.map((secret) => `v1=${mac(paid, seconds, secret)}`).join(",");
    expect(await gateway.verify(paid, { "stripe-signature": `t=${seconds},${both}` }, now)).toBeTruthy();
    const mixed = `t=${seconds},v1=${mac(paid, seconds, "whsec_other")},v1=${mac(paid, seconds, "whsec_new")}`;
    expect(await gateway.verify(paid, { "stripe-signature": mixed }, now)).toBeTruthy();
  });

  test.each(["", "null", "[]", "{}", "not json", '{"id":1,"type":2,"data":{}}'])(
    "signed content that is not an event is rejected: %s",
    async (text) => {
      const raw = Buffer.from(text);
      await expect(gateway.verify(raw, signed(raw), now)).rejects.toThrow(GatewayRefused);
    },
  );
});

describe("the hint of a webhook", () => {
  const payment = { kind: "payment", remoteId: "pi_1" };
  const nothing = { kind: "none" };
  const about = { payment_intent: "pi_1" };

  test.each<[type: string, object: object, subject: object]>([
    ["payment_intent.succeeded", { id: "pi_1", metadata: ours }, { ...payment, final: "succeeded" }],
    ["payment_intent.canceled", { id: "pi_1", metadata: ours }, { ...payment, final: "cancelled" }],
    ["payment_intent.payment_failed", { id: "pi_1", metadata: ours }, payment],
    ["payment_intent.requires_action", { id: "pi_1", metadata: ours }, payment],
    ["payment_intent.processing", { id: "pi_1", metadata: ours }, payment],
    ["refund.created", about, payment],
    ["refund.updated", { payment_intent: { id: "pi_1" } }, payment],
    ["refund.failed", about, payment],
    ["refund.created", { payment_intent: null }, nothing],
    ["charge.dispute.created", { ...about, status: "needs_response" }, { state: "opened" }],
    ["charge.dispute.created", { ...about, status: "warning_needs_response" }, { state: "warning" }],
    ["charge.dispute.updated", { ...about, status: "under_review" }, { state: "opened" }],
    ["charge.dispute.funds_withdrawn", { ...about, status: "needs_response" }, { state: "opened" }],
    ["charge.dispute.funds_reinstated", { ...about, status: "won" }, { state: "won" }],
    ["charge.dispute.closed", { ...about, status: "lost" }, { state: "lost" }],
    ["charge.dispute.closed", { ...about, status: "warning_closed" }, { state: "won" }],
    ["charge.dispute.closed", { ...about, status: "prevented" }, { state: "won" }],
    [
      "radar.early_fraud_warning.created",
      about,
      { kind: "dispute", paymentRemoteId: "pi_1", state: "warning" },
    ],
    ["radar.early_fraud_warning.created", {}, nothing],
    [
      "payment_method.automatically_updated",
      { id: "pm_1" },
      { kind: "instrument", token: "pm_1", change: "updated" },
    ],
    ["payment_method.detached", { id: "pm_1" }, { kind: "instrument", token: "pm_1", change: "dead" }],
    // Covered by the events of its payment.
    ["charge.succeeded", about, nothing],
    ["charge.refunded", about, nothing],
    ["payment_intent.created", { id: "pi_1", metadata: ours }, nothing],
    ["something.new", { id: "x" }, nothing],
    ["constructor", { id: "x" }, nothing],
  ])("%s %j", async (type, object, subject) => {
    expect(await read(type, object)).toMatchObject(subject);
  });

  test.each([{}, { app: "another" }, { ...ours, env: "live" }, { env: "test", payment_id: "p" }])(
    "case 28: the payment of another system in the same account is not ours: %j",
    async (metadata) => {
      expect(await read("payment_intent.succeeded", { id: "pi_1", metadata })).toEqual(nothing);
    },
  );

  test("the subscribed events fit into one query of the event list", () => {
    expect(stripeEvents.length).toBeLessThanOrEqual(20);
  });
});
