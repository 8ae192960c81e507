import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMember, type Person } from "#test/people";
import { booksOf, makeBuyer, plansFor, type TestShop, testShop } from "#test/purchases";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const invalidValues = [
  "\u0000",
  "abcdefgh\u0000",
  "\ud800",
  "abcdefgh\ud800",
  "",
  0,
  null,
  [],
  {},
  ["a"],
  "x".repeat(5000),
];

/** Sends a body once for each of its fields and each invalid value. */
async function sendInvalid(person: Person, path: string, body: object) {
  for (const field of Object.keys(body))
    for (const value of invalidValues) {
      const { status, reason } = await person.call("POST", path, { ...body, [field]: value });
      expect([path, field, value, status >= 500 || reason === "internal_error"]).toEqual([
        path,
        field,
        value,
        false,
      ]);
    }
}

test("R53, R76: whatever the fields of a payment contain, there is no server error, and nothing is left incomplete", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const { orderId } = buyer;
  const payment = {
    orderId,
    orderKey: "k",
    method: "card",
    paymentMethod: "pm_none",
    firstName: "A",
    lastName: "B",
    email: "a@example.com",
  };
  await sendInvalid(buyer, "/api/payment/pay", payment);
  const books = await booksOf(shop, orderId);
  expect(["pending", "failed"]).toContain(books.state);
  expect(books.attempts.every(({ outcome }) => outcome !== null)).toBe(true);
  await sendInvalid(buyer, "/api/payment/cancel", { orderId, orderKey: "k", undo: false });
});

test("R74, R77, R78: the same for orders, and for ids in a URL", async () => {
  const person = await makeMember(shop);
  const { consent } = await plansFor(person);
  await sendInvalid(person, "/api/payment/order", {
    kind: "unlock",
    seriesId: shop.series.id,
    episodeId: "e",
    method: "card",
    currency: "USD",
    clientToken: "abcdefgh",
    consent: { version: consent.version, accepted: true },
    email: "a@example.com",
  });
  for (const path of ["payment?orderId=", "payment/receipt?orderId=", "plan?seriesId="])
    for (const id of ["%00", "a%00b", "%ed%a0%80", "a&orderId=b"])
      expect([path, id, (await person.call("GET", `/api/${path}${id}`)).status < 500]).toEqual([
        path,
        id,
        true,
      ]);
});

test("R77: a customer cannot use the client token of their own coming renewal order", async () => {
  const person = await makeMember(shop);
  const { consent } = await plansFor(person);
  const answer = await person.call("POST", "/api/payment/order", {
    kind: "unlock",
    seriesId: shop.series.id,
    method: "card",
    clientToken: "renewal:01m7wxkg2qn2mdbj33t8rtdbvw:2",
    consent: { version: consent.version, accepted: true },
  });
  expect(answer.status).toBe(400);
});
