import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLog } from "#test/silent-log";
import { GatewayBusy, GatewayRefused } from "../../records/gateway.ts";
import { openPayPal } from "./paypal.ts";

/** What PayPal is being asked to verify. */
const asked: ServerResponse[] = [];
const server = createServer((request, response) => {
  if (request.url === "/v1/oauth2/token") response.end('{"access_token":"token","expires_in":3600}');
  else asked.push(response);
});
let apiUrl: URL;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  apiUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => void server.close());

const event = Buffer.from('{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{}}');
const headers = () => ({
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": `${apiUrl.origin}/cert`,
  "paypal-transmission-id": "1",
  "paypal-transmission-sig": "none",
  "paypal-transmission-time": "2026-11-30T12:00:00Z",
});

test("T19: a flood of forged webhooks does not use up what PayPal lets us ask for payments", async () => {
  const gateway = openPayPal(
    {
      clientId: "client",
      clientSecret: "secret",
      webhookId: "WH",
      live: false,
      apiUrl,
      country: null,
      vaultCharge: "create",
    },
    { log: silentLog },
  );
  const deliver = () => gateway.verify(event, headers(), new Date()).catch((error: unknown) => error);
  const flood = Array.from({ length: 60 }, deliver);
  const busy = await Promise.all(flood.slice(40));
  expect(new Set(busy.map((each) => (each as Error).constructor))).toEqual(new Set([GatewayBusy]));
  // The others wait for their turn, and never more than eight are with PayPal.
  for (let turn = 0; turn < 5; turn += 1) {
    await expect.poll(() => asked.length).toBe(8);
    for (const response of asked.splice(0)) response.end('{"verification_status":"FAILURE"}');
  }
  for (const each of await Promise.all(flood.slice(0, 40))) expect(each).toBeInstanceOf(GatewayRefused);

  // PayPal delivers again what was not taken.
  const genuine = deliver();
  await expect.poll(() => asked.length).toBe(1);
  for (const response of asked.splice(0)) response.end('{"verification_status":"SUCCESS"}');
  expect(await genuine).toMatchObject({ eventId: "WH-1" });
});
