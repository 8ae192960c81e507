import { createVerify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Arrived, openHook, openShop, type Shop } from "./test-shop.ts";

let shop: Shop;
let hook: Awaited<ReturnType<typeof openHook>>;
let webhookId: string;
beforeAll(async () => {
  shop = await openShop();
  hook = await openHook();
  webhookId = (await shop.control("PUT", "/webhook-endpoint", { url: hook.url })).body.webhookId;
});
afterEach(async () => {
  hook.status = 200;
  await shop.control("PUT", "/delivery-plan", {});
  await shop.moveClock(0);
  await shop.control("POST", "/deliver");
  hook.arrived.length = 0;
});
afterAll(() => {
  shop.close();
  hook.close();
});

const typeOf = ({ raw }: Arrived) => JSON.parse(raw.toString("utf8")).event_type;
const types = () => hook.arrived.map(typeOf);
const header = ({ headers }: Arrived, name: string) => String(headers[`paypal-${name}`]);

/** Verifies a webhook as a shop without access to PayPal does: by the certificate and the signed text. */
async function isGenuine(arrived: Arrived, raw = arrived.raw): Promise<boolean> {
  const pem = await (await fetch(header(arrived, "cert-url"))).text();
  const [leaf = "", authority = ""] = pem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  const certificate = new X509Certificate(leaf);
  const root = new X509Certificate(authority);
  expect(
    certificate.verify(root.publicKey) && certificate.checkIssued(root) && root.ca && !certificate.ca,
  ).toBe(true);
  expect(certificate.subject).toContain("CN=messageverificationcerts.sandbox.paypal.com");
  const text = [
    header(arrived, "transmission-id"),
    header(arrived, "transmission-time"),
    webhookId,
    crc32(raw),
  ].join("|");
  return createVerify("sha256")
    .update(text)
    .verify(certificate.publicKey, header(arrived, "transmission-sig"), "base64");
}

const askPayPal = (arrived: Arrived, raw = arrived.raw.toString("utf8"), id = webhookId) =>
  shop.ask(
    "POST",
    "/v1/notifications/verify-webhook-signature",
    `{"auth_algo":"${header(arrived, "auth-algo")}","cert_url":"${header(arrived, "cert-url")}","transmission_id":"${header(arrived, "transmission-id")}","transmission_sig":"${header(arrived, "transmission-sig")}","transmission_time":"${header(arrived, "transmission-time")}","webhook_id":"${id}","webhook_event":${raw}}`,
  );

test("a payment sends its events, and their signature is valid by the certificate and by PayPal's verification", async () => {
  const { id } = await shop.pay();
  await shop.control("POST", "/deliver");
  expect(new Set(types())).toEqual(new Set(["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED"]));
  for (const arrived of hook.arrived) {
    expect(await isGenuine(arrived)).toBe(true);
    expect((await askPayPal(arrived)).body).toEqual({ verification_status: "SUCCESS" });
  }
  const captured = hook.arrived.find((one) => typeOf(one) === "PAYMENT.CAPTURE.COMPLETED") as Arrived;
  const event = JSON.parse(captured.raw.toString("utf8"));
  expect(event.resource.id).toBe(id);
  const changed = Buffer.from(captured.raw.toString("utf8").replace("9.99", "0.01"));
  expect(await isGenuine(captured, changed)).toBe(false);
  expect((await askPayPal(captured, changed.toString())).body.verification_status).toBe("FAILURE");
  // Re-serialised, it is another text: PayPal signs what it sent.
  expect((await askPayPal(captured, JSON.stringify(event, null, 1))).body.verification_status).toBe(
    "FAILURE",
  );
  expect((await askPayPal(captured, undefined, "OTHER")).body.verification_status).toBe("FAILURE");
});

test("the same address keeps its number; another gets its own, for the events it asks for", async () => {
  expect((await shop.control("PUT", "/webhook-endpoint", { url: hook.url })).body.webhookId).toBe(webhookId);
  const other = await openHook();
  const body = { url: other.url, event_types: [{ name: "PAYMENT.CAPTURE.COMPLETED" }] };
  const made = await shop.ask("POST", "/v1/notifications/webhooks", body);
  expect([made.status, (await shop.ask("POST", "/v1/notifications/webhooks", body)).body.name]).toEqual([
    201,
    "WEBHOOK_URL_ALREADY_EXISTS",
  ]);
  expect((await shop.ask("GET", "/v1/notifications/webhooks")).body.webhooks).toHaveLength(2);
  await shop.pay();
  await shop.control("POST", "/deliver");
  expect(other.arrived.map(typeOf)).toEqual(["PAYMENT.CAPTURE.COMPLETED"]);
  expect((await shop.ask("DELETE", `/v1/notifications/webhooks/${made.body.id}`)).status).toBe(204);
  expect((await shop.ask("GET", `/v1/notifications/webhooks/${made.body.id}`)).status).toBe(404);
  other.close();
});

test("an unaccepted event is attempted 25 times within three days, each time with a new signature", async () => {
  hook.status = 503;
  const { id } = await shop.pay();
  const delivery = async () => {
    const { events } = (await shop.control("GET", "/events")).body;
    return events.find(({ about }: { about: string }) => about === id).deliveries[0];
  };
  await shop.control("POST", "/deliver");
  for (let tries = 1; (await delivery()).state === "waiting"; tries += 1) {
    expect((await delivery()).tries).toHaveLength(tries);
    const seconds = Math.ceil(((await delivery()).nextAt - Date.now()) / 1000);
    await shop.control("POST", "/clock", { offset: seconds });
    await shop.control("POST", "/deliver");
  }
  const { state, tries } = await delivery();
  expect([state, tries.length]).toEqual(["failed", 25]);
  expect((tries[24].at - tries[0].at) / 86_400_000).toBeCloseTo(3, 1);
  const received = hook.arrived.filter(({ raw }) => JSON.parse(raw.toString("utf8")).resource.id === id);
  expect(new Set(received.map((one) => header(one, "transmission-time"))).size).toBe(25);
  expect(new Set(received.map((one) => header(one, "transmission-id"))).size).toBe(1);
});

test("events can be held and released in reverse order, doubled, dropped, delayed, or signed wrongly", async () => {
  await shop.control("PUT", "/delivery-plan", { action: "hold" });
  await shop.pay();
  await shop.control("POST", "/deliver");
  expect(types()).toEqual([]);
  await shop.control("POST", "/events/release", { reversed: true });
  expect(types()).toEqual(["PAYMENT.CAPTURE.COMPLETED", "CHECKOUT.ORDER.APPROVED"]);
  hook.arrived.length = 0;

  await shop.control("PUT", "/delivery-plan", { copies: 3, types: "CHECKOUT.**", left: 1 });
  await shop.pay();
  await shop.control("POST", "/deliver");
  expect(types().filter((type) => type === "CHECKOUT.ORDER.APPROVED")).toHaveLength(3);
  expect(types()).toHaveLength(4);
  hook.arrived.length = 0;

  await shop.control("PUT", "/delivery-plan", { action: "drop", left: 1 });
  await shop.approved();
  await shop.control("POST", "/deliver");
  expect(types()).toEqual([]);

  await shop.control("PUT", "/delivery-plan", { delaySeconds: 600, breakSignature: true, left: 1 });
  await shop.approved();
  await shop.control("POST", "/deliver");
  expect(types()).toEqual([]);
  await shop.moveClock(601);
  await shop.control("POST", "/deliver");
  expect(await Promise.all(hook.arrived.map((one) => isGenuine(one)))).toEqual([false]);
});

test("an event is resent at the shop's request and from the control page", async () => {
  const id = await shop.approved();
  await shop.control("POST", "/deliver");
  const { events } = (await shop.ask("GET", `/v1/notifications/webhooks-events?transaction_id=${id}`)).body;
  const sent = hook.arrived[0]?.raw.toString("utf8") ?? "";
  expect(events).toEqual([JSON.parse(sent)]);
  expect(
    (await shop.ask("POST", `/v1/notifications/webhooks-events/${events[0].id}/resend`, {})).status,
  ).toBe(202);
  await shop.control("POST", `/events/${events[0].id}/again`);
  await shop.control("POST", `/events/${events[0].id}/again`, { broken: true });
  await shop.control("POST", "/deliver");
  expect(hook.arrived.map(({ raw }) => raw.toString("utf8"))).toEqual(Array(4).fill(sent));
  expect((await Promise.all(hook.arrived.map((one) => isGenuine(one)))).filter((good) => !good)).toHaveLength(
    1,
  );
});
