import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsBy, hasOfficial } from "./test-official.ts";
import { byMerchant, issueOf, openShop, type Shop } from "./test-shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const vaultOf = (order: { payment_source: { paypal: { attributes?: { vault: unknown } } } }) =>
  order.payment_source.paypal.attributes?.vault;

/** Pays with the request to save the wallet; returns the token's number. */
async function save(buyer: string): Promise<string> {
  const { body } = await shop.capture(await shop.approved(buyer, { vault: {} }));
  return body.payment_source.paypal.attributes.vault.id;
}

async function renew(vaultId: string) {
  const order = await shop.ask("POST", "/v2/checkout/orders", {
    intent: "CAPTURE",
    purchase_units: [{ custom_id: "renewal", amount: { currency_code: "USD", value: "9.99" } }],
  });
  expect([order.status, order.body.status]).toEqual([201, "CREATED"]);
  return shop.capture(order.body.id, byMerchant(vaultId));
}

test("a wallet is saved with the first payment and pays later ones without the buyer", async () => {
  const id = await shop.approved("funded:maria", { vault: { description: "Renews every 30 days" } });
  const paid = (await shop.capture(id)).body;
  const vault = paid.payment_source.paypal.attributes.vault;
  expect(vault).toMatchObject({ status: "VAULTED", customer: { id: expect.any(String) } });
  expect(vaultOf((await shop.ask("GET", `/v2/checkout/orders/${id}`)).body)).toEqual(vault);
  const token = (await shop.ask("GET", `/v3/vault/payment-tokens/${vault.id}`)).body;
  expect(token.payment_source.paypal.email_address).toBe("ada.able.maria@example.com");
  const listed = await shop.ask(
    "GET",
    `/v3/vault/payment-tokens?customer_id=${vault.customer.id}&total_required=true`,
  );
  expect(listed.body).toMatchObject({ total_items: 1, payment_tokens: [{ id: vault.id }] });
  const renewal = await renew(vault.id);
  expect([renewal.status, renewal.body.status]).toEqual([201, "COMPLETED"]);
  expect(renewal.body.payer.payer_id).toBe(paid.payer.payer_id);
  const events = (await shop.ask("GET", `/v1/notifications/webhooks-events?transaction_id=${vault.id}`)).body
    .events;
  expect(events).toMatchObject([
    { event_type: "VAULT.PAYMENT-TOKEN.CREATED", resource: { id: vault.id, metadata: { order_id: id } } },
  ]);
  const check = hasOfficial
    ? faultsBy("vault_payment_tokens_v3", "payment_token_response", events[0].resource)
    : [];
  expect(check).toEqual([]);
});

test("an order created with a saved wallet is paid in that call", async () => {
  const body = {
    intent: "CAPTURE",
    purchase_units: [{ amount: { currency_code: "USD", value: "5.00" } }],
    ...byMerchant(await save("funded:once")),
  };
  const answer = await shop.ask("POST", "/v2/checkout/orders", body, { "paypal-request-id": "one-call" });
  expect([answer.status, answer.body.status]).toEqual([201, "COMPLETED"]);
  const again = await shop.ask("POST", "/v2/checkout/orders", body, { "paypal-request-id": "one-call" });
  expect([again.status, again.body.id]).toEqual([200, answer.body.id]);
  expect((await shop.control("GET", "/money")).body.capturesByOrder[answer.body.id]).toBe(1);
});

test("the vault may be slow, or refuse", async () => {
  const id = await shop.approved("slow-vault", { vault: {} });
  expect(vaultOf((await shop.capture(id)).body)).toMatchObject({ status: "APPROVED" });
  await shop.moveClock(59);
  expect(vaultOf((await shop.ask("GET", `/v2/checkout/orders/${id}`)).body)).not.toHaveProperty("id");
  await shop.moveClock(62);
  expect(vaultOf((await shop.ask("GET", `/v2/checkout/orders/${id}`)).body)).toMatchObject({
    status: "VAULTED",
  });
  await shop.moveClock(0);
  const never = await shop.capture(await shop.approved("no-vault", { vault: {} }));
  expect([never.body.status, vaultOf(never.body)]).toEqual(["COMPLETED", undefined]);
  const unasked = await shop.capture(await shop.approved("funded"));
  expect(vaultOf(unasked.body)).toBeUndefined();
});

test("a payment that was pending saves the wallet when it completes", async () => {
  const id = await shop.approved("pending", { vault: {} });
  const { body } = await shop.capture(id);
  expect(vaultOf(body)).toMatchObject({ status: "APPROVED" });
  const [capture] = body.purchase_units[0].payments.captures;
  await shop.control("POST", `/captures/${capture.id}`, { status: "COMPLETED" });
  expect(vaultOf((await shop.ask("GET", `/v2/checkout/orders/${id}`)).body)).toMatchObject({
    status: "VAULTED",
  });
});

test("one account has one token with a shop, unless the shop permits several", async () => {
  const first = await save("funded:same");
  expect(await save("funded:same")).toBe(first);
  const { body } = await shop.capture(
    await shop.approved("funded:same", { vault: { permit_multiple_payment_tokens: true } }),
  );
  expect(body.payment_source.paypal.attributes.vault.id).not.toBe(first);
});

test("an ended token is refused with the reason of its end", async () => {
  const deleted = await save("funded:deleted");
  await shop.control("POST", `/vault/${deleted}/delete`);
  expect(issueOf(await renew(deleted))).toBe("TOKEN_ID_NOT_FOUND");
  expect((await shop.ask("GET", `/v3/vault/payment-tokens/${deleted}`)).status).toBe(404);
  const cancelled = await save("funded:cancelled");
  await shop.control("POST", `/vault/${cancelled}/delete`, { as: "cancelled" });
  expect(issueOf(await renew(cancelled))).toBe("AGREEMENT_ALREADY_CANCELLED");
  const own = await save("funded:own");
  expect((await shop.ask("DELETE", `/v3/vault/payment-tokens/${own}`)).status).toBe(204);
  expect((await shop.ask("DELETE", `/v3/vault/payment-tokens/${own}`)).status).toBe(204);
  expect(issueOf(await renew(own))).toBe("TOKEN_ID_NOT_FOUND");
  expect(issueOf(await renew(await save("locked-later")))).toBe("PAYER_ACCOUNT_LOCKED_OR_CLOSED");
  const events = (await shop.ask("GET", `/v1/notifications/webhooks-events?transaction_id=${deleted}`)).body
    .events;
  expect(events[0].event_type).toBe("VAULT.PAYMENT-TOKEN.DELETED");
});

test("payments without the buyer are declined on demand, those with the buyer are not", async () => {
  const token = await save("funded:luck");
  await shop.control("POST", "/captures/merchant-initiated/next", { issue: "INSTRUMENT_DECLINED", n: 2 });
  expect((await shop.pay()).status).toBe("COMPLETED");
  expect([issueOf(await renew(token)), issueOf(await renew(token))]).toEqual(
    Array(2).fill("INSTRUMENT_DECLINED"),
  );
  expect((await renew(token)).status).toBe(201);
});

test("a wallet is saved without a payment: setup token, the buyer's approval, payment token", async () => {
  const setup = await shop.ask(
    "POST",
    "/v3/vault/setup-tokens",
    {
      payment_source: {
        paypal: {
          usage_type: "MERCHANT",
          experience_context: { return_url: "http://shop.test/saved", cancel_url: "http://shop.test/not" },
        },
      },
    },
    { "paypal-request-id": "setup-1" },
  );
  expect([setup.status, setup.body.status]).toEqual([201, "PAYER_ACTION_REQUIRED"]);
  const attempt = (requestId: string) =>
    shop.ask(
      "POST",
      "/v3/vault/payment-tokens",
      { payment_source: { token: { id: setup.body.id, type: "SETUP_TOKEN" } } },
      { "paypal-request-id": requestId },
    );
  expect((await attempt("too-early")).status).toBe(422);
  const { url } = (await shop.control("POST", "/approve", { orderId: setup.body.id, buyer: "funded:later" }))
    .body;
  expect(new URL(url).searchParams.get("approval_token_id")).toBe(setup.body.id);
  expect((await shop.ask("GET", `/v3/vault/setup-tokens/${setup.body.id}`)).body.status).toBe("APPROVED");
  const token = await attempt("turn-1");
  expect([token.status, (await attempt("turn-1")).body.id]).toEqual([201, token.body.id]);
  expect((await attempt("turn-2")).status).toBe(422);
  expect((await renew(token.body.id)).status).toBe(201);
});
