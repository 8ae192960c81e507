import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { callAs, makeGuest } from "#test/people";
import { hasCardNumber } from "./pan-guard.ts";

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

test("case 59, R53: the number of every network is found, even in groups and within text", () => {
  for (const number of numbers) {
    const groups = number.match(/.{1,4}/g) ?? [];
    for (const written of [number, groups.join(" "), groups.join("-")]) {
      expect([written, hasCardNumber(`my card: ${written}, thanks`)]).toEqual([written, true]);
      expect(hasCardNumber(written)).toBe(true);
    }
  }
});

test("case 59, R53: a number is found in every script, with an expiry date after it, and with any separators", () => {
  for (const written of [
    "４２４２４２４２４２４２４２４２",
    "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
    "४२४२ ४२४२ ४२४२ ४२४२",
    "4242\u00a04242\u00a04242\u00a04242",
    "4242\u200b4242\u200b4242\u200b4242",
    "4242  4242  4242  4242",
    "4242\t4242\t4242\t4242",
    "4242–4242–4242–4242",
    "4242+4242+4242+4242",
    "4242%204242%204242%204242",
    "4242424242424242 12/29 123",
    "4242 4242 4242 4242 1229",
    "3782 822463 10005 1229",
  ])
    expect([written, hasCardNumber(written)]).toEqual([written, true]);
});

test("case 59: timestamps, our ids, prices and telephone numbers are not card numbers", () => {
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
    "0151 2345 6789 0160 1234 5678",
    "42424242-4242-4242-8242-424242424242",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
  ])
    expect([other, hasCardNumber(other)]).toEqual([other, false]);
});

test("case 59: with any one digit changed, it is not a card number", () => {
  const digit = fc.integer({ min: 0, max: 9 });
  const changes = fc.property(fc.constantFrom(...numbers), fc.nat(12), digit, (number, at, other) => {
    fc.pre(Number(number[at]) !== other);
    const changed = number.slice(0, at) + other + number.slice(at + 1);
    expect(hasCardNumber(changed)).toBe(false);
  });
  fc.assert(changes);
});

test("case 59, R53: a card number in any body, query or header, and any field for its check number, is rejected", async () => {
  const person = await makeGuest(app);
  const pan = "4242 4242 4242 4242";
  const pay = {
    orderId: "x",
    method: "card",
    paymentMethod: "pm_x",
    firstName: "A",
    lastName: "B",
    email: "a@example.com",
  };
  // Fields outside the schema are rejected too: the sender must learn never to send one.
  const bodies: object[] = [
    { ...pay, firstName: pan },
    { ...pay, list: [{ deep: { er: [pan] } }] },
    { ...pay, amount: 4242424242424242 },
    { ...pay, cvc: "123" },
    { ...pay, card: { "CVV-2": 123 } },
    { ...pay, card_number: "secret" },
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
  for (const headers of [
    { "x-user-referer-token": pan.replaceAll(" ", "") },
    { "x-card-note": pan },
    { "card-cvc": "123" },
  ]) {
    const answer = await app.http.inject({ method: "GET", url: "/api/config", headers });
    expect([answer.statusCode, answer.json<{ reason: string }>().reason]).toEqual([400, "card_number_sent"]);
  }
});

test("case 59, R8, R36: a visitor from an advertiser's link is let in, whatever its ids look like; no part of a number is stored", async () => {
  const pan = "4242424242424242";
  const landing = encodeURIComponent(`/?ttclid=E.C.P.Abc-${pan}&utm_source=tiktok&utm_campaign=${pan}`);
  const ways: { url: string; headers?: Record<string, string> }[] = [
    { url: `/?fbclid=${pan}` },
    { url: `/videos/unknown?rdt_cid=${pan}` },
    { url: `/${pan}` },
    { url: `/api/statics.png?event=PageView&eventId=${pan}&url=${landing}` },
    { url: `/api/config?ttclid=${pan}` },
    { url: "/api/config", headers: { fbclid: `IwAR-${pan}-aem`, ttclid: pan } },
    { url: "/api/config", headers: { referer: `http://localhost/?fbclid=${pan}` } },
    { url: `/api/user?landing=${landing}&referrer=${encodeURIComponent(`https://ads.example/?id=${pan}`)}` },
  ];
  for (const { url, headers = {} } of ways) {
    const { statusCode } = await app.http.inject({ method: "GET", url, headers });
    expect([url, statusCode]).not.toEqual([url, 400]);
  }
  const { rows } = await app.database.pool.query("select t::text from touch t");
  expect(JSON.stringify(rows)).not.toContain(pan);
  // The rest of the link counts as usual.
  expect(JSON.stringify(rows)).toContain("E.C.P.Abc-");
});

test("case 59: an escaped URL is checked all the same", async () => {
  const url = "/%61pi/homepage/query?keyword=4242424242424242";
  expect((await app.http.inject({ method: "GET", url })).statusCode).toBe(400);
});

test("case 59: empty fields and numbers that are not card numbers pass", async () => {
  const person = await makeGuest(app);
  const answer = await person.call("GET", `/api/homepage/query?keyword=${Date.UTC(2026, 10, 20)}&cvc=`);
  expect(answer.code).toBe(200);
});

/** Texts of about `size` characters that maximise the cost of the search. */
const hostile: Record<string, (size: number) => string> = {
  "one digit a group": (size) => "1 ".repeat(size / 2),
  "groups like a card's": (size) => "4444 ".repeat(size / 5),
  "one run that ends in a letter": (size) => `${"4".repeat(size - 1)}x`,
  "groups that end in a letter": (size) => `${"4444-".repeat(size / 5)}4x`,
  "almost ids of programs": (size) => "abcdef01-".repeat(size / 9),
  "ids of programs": (size) => "42424242-4242-4242-8242-424242424242 ".repeat(size / 37),
  "another script's digits": (size) => "\u0664\u0662".repeat(size / 2),
  "one character that stands for eighteen": (size) => "\ufdfa".repeat(size),
  "digits beyond the basic plane": (size) => "\u{1d7d2}".repeat(size / 2),
  "escapes of an address": (size) => "4%20".repeat(size / 4),
};

test.each(Object.entries(hostile))("T23: %s: each character is read a few times, however long", (_, make) => {
  const size = 16_384;
  const text = make(size);
  let reads = 0;
  const counted = {
    length: text.length,
    charCodeAt(at: number) {
      reads += 1;
      return text.charCodeAt(at);
    },
  };
  expect(hasCardNumber(counted as unknown as string)).toBe(hasCardNumber(text));
  expect(reads).toBeGreaterThanOrEqual(text.length / 2);
  expect(reads).toBeLessThan(text.length * 8);
});

test("case 59, T25: a body is checked for card numbers after access and schema, never before", async () => {
  const device = { cookie: null, token: null };
  const nobody = await callAs(app, device, "POST", "/api/user/password", { password: "4242424242424242" });
  expect(nobody).toMatchObject({ code: 401, reason: "sign_in_required" });
  const malformed = await callAs(app, device, "POST", "/api/user/login", { email: 4242424242424242 });
  expect(malformed).toMatchObject({ status: 400, reason: "invalid_request" });
  expect(JSON.stringify(malformed)).not.toContain("4242");
});

test("T25: a body is 16 KB at most; a call that needs more declares it", async () => {
  const send = (url: string, bytes: number) =>
    app.http.inject({
      method: "POST",
      url,
      headers: { "content-type": "application/json" },
      payload: `{"list":["${"x".repeat(bytes - 13)}"]}`,
    });
  expect((await send("/api/user/login", 16 * 1024)).statusCode).toBe(400);
  expect((await send("/api/user/login", 16 * 1024 + 1)).statusCode).toBe(413);
  expect((await send("/api/reports", 64 * 1024)).statusCode).toBe(200);
  expect((await send("/api/reports", 64 * 1024 + 1)).statusCode).toBe(413);
  expect((await send("/api/webhook/payment/stripe", 256 * 1024 + 1)).statusCode).toBe(413);
});
