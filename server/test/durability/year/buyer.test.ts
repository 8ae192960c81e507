import type { User } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { unaudited } from "#test/unaudited";
import { makeBuyer, plansOf } from "./buyer.ts";
import type { World } from "./world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await testApp();
  const origin = await app.http.listen({ port: 0, host: "127.0.0.1" });
  const series = [await makeSeries(app, { free: 1, episodes: 3 })];
  world = { origin, series, now: () => app.clock.now() } as unknown as World;
});
afterAll(() => app?.close());

const given = { random: () => 0, currency: "USD", card: "pm_card_visa", payer: "funded" };
const day = 86_400;

/** Returns a buyer with access for a year. */
async function paidUp(number: number) {
  const buyer = makeBuyer(world, number, { ...given, name: `buyer ${number}` });
  const { id } = await buyer.member();
  const at = app.clock.now();
  await unaudited(app.database.pool).query(
    `insert into entitlement (id, visitor_id, scope, source_type, source_id, valid_from, valid_to, created_at)
     values ($1, $2, 'membership', 'grant', $1, $3, $4, $3)`,
    [newId(at), id, at, new Date(at.getTime() + 365 * day * 1000)],
  );
  return buyer;
}

test("a buyer whose session ends between two questions signs in again before they say what opens", async () => {
  const buyer = await paidUp(1);
  expect(await buyer.opens()).toBe(true);
  // A session that is used every month ends after ninety days: for many, in the second in which a third period ends.
  for (const days of [29, 29, 29, 2.9]) {
    app.clock.advance(days * day);
    await buyer.payments();
  }
  app.clock.advance(0.1 * day);
  expect(await buyer.opens()).toBe(true);
});

test("a buyer whose session has ended signs in again to cancel", async () => {
  const buyer = await paidUp(2);
  app.clock.advance(91 * day);
  const who = await buyer.member();
  const answer = await who.call("POST", "/api/payment/cancel", {});
  expect(answer).not.toMatchObject({ code: 401 });
});

test("a buyer whose session has ended is shown the plans of their account", async () => {
  const buyer = await paidUp(4);
  await (await buyer.member()).call("POST", "/api/user/logout");
  await plansOf(buyer);
  expect((await (await buyer.person()).call<User>("GET", "/api/user")).info.kind).toBe("member");
});

test("access that ended is told as it is, signed in or not", async () => {
  const buyer = await paidUp(3);
  app.clock.advance(366 * day);
  expect(await buyer.opens()).toBe(false);
  expect(await buyer.opens()).toBe(false);
});
