import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { makeGuest } from "#test/people";
import { hasCardNumber } from "./card-numbers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** The published test numbers of every network. */
const numbers = [
  "4242424242424242",
  "4000056655665556",
  "5555555555554444",
  "2223003122003222",
  "378282246310005",
  "6011111111111117",
  "3056930009020004",
  "36227206271667",
  "6555900000604105",
  "3566002020360505",
  "6200000000000005",
  "6205500000000000004",
  "4222222222222",
  "6304000000000000",
];

test("case 59, R53: the number of every network is found, also in groups and within words", () => {
  for (const number of numbers) {
    const groups = number.match(/.{1,4}/g) ?? [];
    for (const written of [number, groups.join(" "), groups.join("-")]) {
      expect([written, hasCardNumber(`my card: ${written}, thanks`)]).toEqual([written, true]);
      expect(hasCardNumber(written)).toBe(true);
    }
  }
});

test("case 59: moments, ids of ours, prices and telephone numbers are no card numbers", () => {
  for (let day = 0; day < 20_000; day++) {
    const at = Date.UTC(2024, 0, 1) + day * 86_400_000 + day * 7_919;
    expect(hasCardNumber(String(at))).toBe(false);
    expect(hasCardNumber(newId(new Date(at)))).toBe(false);
  }
  for (const other of [
    "+49 30 1234 5678 90",
    "4242424242424243",
    "978-3-16-148410-0",
    "424242424242424",
    "fb.1.4242424242424242",
  ])
    expect([other, hasCardNumber(other)]).toEqual([other, false]);
});

test("case 59: whatever one digit is changed to, the number is none any more", () => {
  const digit = fc.integer({ min: 0, max: 9 });
  const changes = fc.property(fc.constantFrom(...numbers), fc.nat(12), digit, (number, at, other) => {
    fc.pre(Number(number[at]) !== other);
    const changed = number.slice(0, at) + other + number.slice(at + 1);
    expect(hasCardNumber(changed)).toBe(false);
  });
  fc.assert(changes);
});

test("case 59, R53: a card number in any body, query or header, and any field for its check number, is refused", async () => {
  const person = await makeGuest(app);
  const pan = "4242 4242 4242 4242";
  const bodies: object[] = [
    {
      orderId: "x",
      method: "card",
      paymentMethod: pan,
      firstName: "A",
      lastName: "B",
      email: "a@example.com",
    },
    { list: [{ deep: { er: [pan] } }] },
    { amount: 4242424242424242 },
    { cvc: "123" },
    { card: { "CVV-2": 123 } },
    { card_number: "secret" },
  ];
  for (const body of bodies) {
    const answer = await person.call("POST", "/api/payment/pay", body);
    expect([answer.status, answer.reason]).toEqual([400, "card_number_sent"]);
    expect(JSON.stringify(answer)).not.toMatch(/4242/);
  }
  const queries = [`keyword=${encodeURIComponent(pan)}`, "cvv=123", `keyword=${pan.replaceAll(" ", "-")}`];
  for (const query of queries) {
    const answer = await person.call("GET", `/api/homepage/query?${query}`);
    expect([query, answer.status, answer.reason]).toEqual([query, 400, "card_number_sent"]);
  }
  const headers = { "x-user-referer-token": pan.replaceAll(" ", "") };
  const answer = await app.http.inject({ method: "GET", url: "/api/config", headers });
  expect([answer.statusCode, answer.json<{ reason: string }>().reason]).toEqual([400, "card_number_sent"]);
});

test("case 59: fields that are empty and numbers that are no card's pass", async () => {
  const person = await makeGuest(app);
  const answer = await person.call("GET", `/api/homepage/query?keyword=${Date.UTC(2026, 10, 20)}&cvc=`);
  expect(answer.code).toBe(200);
});
