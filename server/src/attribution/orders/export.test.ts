import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { headersOf, makeMember, newAddress } from "#test/people";
import { buyAsGuest } from "#test/purchases";
import { type TestSandbox, testSandbox } from "#test/sandbox";

let shop: TestMemberships;
let mailbox: TestSandbox;
beforeAll(async () => {
  mailbox = await testSandbox();
  shop = await testMemberships(mailbox);
});
afterAll(async () => {
  await shop.close();
  await mailbox.stop();
});

test("R15, R39: the export says what led to an order that the member bought as a guest, before signing in", async () => {
  const { id } = await makeSeries(shop, { free: 1, episodes: 3 });
  const member = await makeMember(shop);
  const { guest, orderId } = await buyAsGuest(shop, newAddress(), id);
  const { email, password } = member;
  expect((await guest.call("POST", "/api/user/login", { email, password })).code).toBe(200);
  const response = await shop.http.inject({
    method: "POST",
    url: "/api/user/export",
    headers: headersOf(guest),
    payload: { password },
  });
  const files = unzipSync(response.rawPayload);
  const led = JSON.parse(strFromU8(files["what-led-to-orders.json"] ?? new Uint8Array()));
  expect(led).toMatchObject([{ orderId, seriesId: id }]);
});
