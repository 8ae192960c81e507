import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { closeMerchants, openEndpoint, openMerchant } from "./test-merchant.ts";

const folder = mkdtempSync(join(tmpdir(), "stripe-simulator-"));
afterAll(() => {
  closeMerchants();
  rmSync(folder, { recursive: true });
});

const base = { amount: 1999, currency: "usd", allowed_payment_method_types: ["card" as const] };

test("it reports its addresses and keys, on this machine only", async () => {
  const { ready } = await openMerchant();
  const { api, script, control } = ready;
  expect([api, script, control].map((url) => new URL(url).hostname)).toEqual(Array(3).fill("127.0.0.1"));
  expect(ready.secretKey).toMatch(/^sk_test_/);
  expect(ready.publishableKey).toMatch(/^pk_test_/);
  const served = await fetch(script);
  expect(served.headers.get("content-type")).toContain("text/javascript");
  expect(await served.text()).toContain(`const ORIGIN = "${api}"`);
});

test("everything acknowledged survives a kill at any moment: keys, money, idempotency, clock, events", async () => {
  const file = join(folder, "kept.db");
  const first = await openMerchant("--store", file);
  await first.control("POST /clock", { offset: 7200 });
  const endpoint = await openEndpoint(500);
  const { secret } = await first.control<{ secret: string }>("PUT /webhook-endpoint", {
    url: endpoint.url,
    events: ["payment_intent.succeeded"],
  });
  const paid: string[] = [];
  const before = { ...base, payment_method: "pm_card_visa", confirm: true };
  for (let count = 0; count < 20; count += 1) {
    paid.push((await first.stripe.paymentIntents.create(before, { idempotencyKey: `k${count}` })).id);
  }
  await first.kill();

  const second = await openMerchant("--store", file);
  expect(second.ready.secretKey).toBe(first.ready.secretKey);
  expect(await second.control("GET /clock")).toMatchObject({ offset: 7200 });
  for (const [count, id] of paid.entries()) {
    const again = await second.stripe.paymentIntents.create(before, { idempotencyKey: `k${count}` });
    expect([again.id, again.status]).toEqual([id, "succeeded"]);
  }
  const { intents } = await second.control<{ intents: { charges: number }[] }>("GET /money");
  expect(intents.map(({ charges }) => charges)).toEqual(Array(20).fill(1));
  await second.control("POST /clock", { offset: 7200 + 400 });
  const arrived = () =>
    new Set(
      endpoint.letters.map(({ body, signature }) => {
        const event = second.stripe.webhooks.constructEvent(body, signature, secret, 1e9);
        return event.id;
      }),
    ).size;
  await expect.poll(arrived).toBe(20);
});

test("a kill in the middle of many payments leaves each of them consistent: paid with its charge, or never started", async () => {
  const file = join(folder, "torn.db");
  const first = await openMerchant("--store", file);
  const acknowledged: string[] = [];
  const work = Array.from({ length: 60 }, (_, count) =>
    first.stripe.paymentIntents
      .create({ ...base, payment_method: "pm_card_visa", confirm: true }, { idempotencyKey: `t${count}` })
      .then(
        ({ id }) => void acknowledged.push(id),
        () => undefined,
      ),
  );
  while (acknowledged.length < 10) await Promise.race(work.filter((_, at) => at >= acknowledged.length));
  await first.kill();
  await Promise.all(work);
  const second = await openMerchant("--store", file);
  const { intents, charges } = await second.control<{
    intents: { id: string; status: string; charges: number }[];
    charges: unknown[];
  }>("GET /money");
  expect(acknowledged.filter((id) => !intents.some((intent) => intent.id === id))).toEqual([]);
  expect(intents.filter(({ status, charges: count }) => status !== "succeeded" || count !== 1)).toEqual([]);
  expect(charges.length).toBe(intents.length);
});
