import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { PayPal } from "./paypal.ts";
import { issueOf, openShop, type Shop, shopAt } from "./test-shop.ts";

const program = join(import.meta.dirname, "main.ts");
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function start(...args: string[]): Promise<{ child: ChildProcess; ready: PayPal; fault?: string }> {
  const child = fork(program, args, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  ends.push(() => void child.kill("SIGKILL"));
  const [word] = await once(child, "message");
  return { child, ...word };
}

async function open(): Promise<Shop> {
  const shop = await openShop();
  ends.push(() => shop.close());
  return shop;
}

const pay = (shop: Shop, id: string, requestId: string) =>
  shop.capture(id, {}, requestId).then(
    ({ status }) => status,
    () => "lost" as const,
  );

test("acknowledged data survives a kill of the program, with the same client and the same signature", async () => {
  const folder = mkdtempSync(join(tmpdir(), "paypal-"));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const args = ["--port", "0", "--store", join(folder, "paypal.db")];
  const first = await start(...args);
  const before = await shopAt(first.ready, () => undefined);
  const order = await before.approved("funded", { vault: {}, requestId: "kept" });
  const captured = await before.capture(order, {}, "kept-too");
  expect(captured.status).toBe(201);
  await before.control("POST", "/clock", { offset: 120 });
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const second = await start(...args);
  expect([second.ready.clientId, second.ready.clientSecret]).toEqual([
    first.ready.clientId,
    first.ready.clientSecret,
  ]);
  const after = await shopAt(second.ready, () => undefined);
  expect((await after.order({ vault: {}, requestId: "kept" })).body.id).toBe(order);
  const again = await after.capture(order, {}, "kept-too");
  expect([again.status, again.body.purchase_units[0].payments.captures[0].id]).toEqual([
    200,
    captured.body.purchase_units[0].payments.captures[0].id,
  ]);
  expect((await after.control("GET", "/money")).body.capturesByOrder[order]).toBe(1);
  expect((await after.control("GET", "/clock")).body.offset).toBe(120);
});

test("it reports why it cannot start, and ends with its parent", async () => {
  const { child, ready } = await start("--port", "0");
  expect(new URL(ready.api).hostname).toBe("127.0.0.1");
  const { fault } = await start("--port", new URL(ready.api).port);
  expect(fault).toContain("cannot be opened");
  const exit = once(child, "exit");
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});

test.each([
  ["before", "lost", 201, 0],
  ["after", "lost", 200, 1],
  ["500", 500, 201, 0],
  ["429", 429, 201, 0],
  ["409", 409, 201, 0],
  ["truncate", "lost", 200, 1],
  ["empty", 201, 200, 1],
  ["close", "lost", 200, 1],
] as const)(
  "a capture meets the fault %s: %s, and the same request later finds %s",
  async (kind, met, later, taken) => {
    const shop = await open();
    const id = await shop.approved();
    await shop.control("POST", "/faults", { kind, method: "POST", path: "/v2/checkout/orders/*/capture" });
    expect(await pay(shop, id, "once")).toBe(met);
    expect((await shop.control("GET", "/money")).body.capturesByOrder[id] ?? 0).toBe(taken);
    expect(await pay(shop, id, "once")).toBe(later);
    expect((await shop.control("GET", "/money")).body.capturesByOrder[id]).toBe(1);
  },
);

test("a hanging answer comes late; its effect is visible meanwhile", async () => {
  const shop = await open();
  const id = await shop.approved();
  await shop.control("POST", "/faults", { kind: "hang", path: "/v2/checkout/**", seconds: 0.3 });
  let came = false;
  const hanging = shop.capture(id, {}, "slow").then(() => {
    came = true;
  });
  await expect.poll(async () => (await shop.control("GET", "/money")).body.capturesByOrder[id]).toBe(1);
  expect(came).toBe(false);
  await hanging;
});

test("the buyer's page works without JavaScript: choose, approve, cancel, close", async () => {
  const shop = await open();
  const { id } = (await shop.order({ vault: { description: "Renews every 30 days" } })).body;
  const address = `${shop.paypal.api}/checkoutnow?token=${id}`;
  const page = await (await fetch(address)).text();
  for (const words of ["A shop", "9.99 USD", "Renews every 30 days", "Cancel and return"])
    expect(page).toContain(words);
  expect(page).not.toContain("<script");
  const answer = (fields: Record<string, string>) =>
    fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  expect(await (await answer({ decision: "close" })).text()).toContain("You left without deciding");
  expect((await answer({ decision: "cancel" })).headers.get("location")).toBe(
    `http://shop.test/cancel?order=1&token=${id}`,
  );
  expect(issueOf(await shop.capture(id))).toBe("ORDER_NOT_APPROVED");
  const approved = await answer({ decision: "approve", buyer: "funded", name: "Maria" });
  expect(approved.headers.get("location")).toMatch(
    /^http:\/\/shop\.test\/return\?order=1&token=\w+&PayerID=\w{13}$/,
  );
  expect((await shop.capture(id)).body.payer.email_address).toBe("ada.able.maria@example.com");
  expect((await fetch(address)).status).toBe(410);
  expect((await fetch(`${shop.paypal.api}/checkoutnow?token=NONE`)).status).toBe(404);
});

test("the control pages show what happened; a page of another origin moves no money", async () => {
  const shop = await open();
  const { id } = await shop.pay();
  for (const path of ["/", "/webhooks", "/trouble", "/received"]) {
    const page = await fetch(`${shop.paypal.control}${path}`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  }
  expect(await (await fetch(shop.paypal.control)).text()).toContain(id);
  const refund = (origin: string) =>
    fetch(`${shop.paypal.control}/captures/${id}/refund`, {
      method: "POST",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      redirect: "manual",
    });
  expect((await refund("http://elsewhere.test")).status).toBe(403);
  expect((await refund(shop.paypal.control)).status).toBe(303);
  expect(await (await refund(shop.paypal.control)).text()).toContain("CAPTURE_FULLY_REFUNDED");
  expect((await shop.ask("GET", `/v2/payments/captures/${id}`)).body.status).toBe("REFUNDED");
  const { requests } = (await shop.control("GET", "/requests")).body;
  expect(requests[0]).toMatchObject({ method: "GET", path: `/v2/payments/captures/${id}`, status: 200 });
  expect((await shop.control("POST", "/nothing")).status).toBe(404);
});
