import { type Call, calls } from "@cliffhanger/contract";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { becomeFresh, consoleOrigin, type MadeOperator, makeOperator, openConsole } from "#test/console";
import { inputsOf } from "#test/generated-requests";
import { type TestMoney, testMoney } from "#test/money";
import { makePurchase } from "#test/paid";
import { timeLimit } from "../../../tools/time-limit.ts";

/** `npm run test:soak -- requests` makes 20,000. */
const RUNS = Number(process.env["GENERATED_REQUESTS"] ?? 800);

let shop: TestMoney;
let owner: MadeOperator;
let known: string[] = [];
beforeAll(async () => {
  shop = await testMoney();
  owner = await makeOperator(shop, "owner");
  await becomeFresh(shop, owner);
  const { member, order } = await makePurchase(shop, { method: "card" });
  await member.call("POST", "/api/ticket", { subject: "A film stops", message: "At once." });
  known = await idsOf(order.seriesId ?? "", order.number);
});
// Other files follow in this process.
afterEach(() => vi.unstubAllEnvs());
afterAll(() => shop?.close());

/** Returns the ids of what there is, by which generated requests reach it. */
async function idsOf(seriesId: string, number: string): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ id: string }>(
    `select id::text from (
       (select id from episode limit 2) union all (select id from plan limit 2) union all (select id from plan_price limit 1)
       union all select id from operator union all (select id from tag limit 2) union all select id from receipt
       union all select visitor_id from purchase_order
     ) as there`,
  );
  const times = ["2026-11-01", "2026-12-01", "2026-12-01T18:00", "UTC", "en", "USD", "1"];
  return [seriesId, number, ...rows.map(({ id }) => id), ...times];
}

const nothing = z.object({});
/** These would end the session or the account that the other requests need. */
const left = ["POST /api/console/session/end", "POST /api/console/team/off"];
const names = Object.entries<Call>(calls)
  .filter(([name, call]) => call.console && !left.includes(name))
  .map(([name]) => name);

test(
  "C52: no generated request makes any call of the console fail",
  async () => {
    // The checks of the installation, one of the calls, would make a database of their own and look for the media programs.
    vi.stubEnv("DATABASE_URL", shop.database.url);
    vi.stubEnv("FFMPEG_PATH", "/nowhere/ffmpeg");
    const requests = fc.constantFrom(...names).chain((name) => {
      const { query, body } = (calls as Record<string, Call>)[name] ?? {};
      return fc.record({
        name: fc.constant(name),
        query: inputsOf(query ?? nothing, known),
        body: inputsOf(body ?? nothing, known),
        isOwner: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
        address: fc.integer({ min: 1, max: 60_000 }),
      });
    });
    const answered = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests, async ({ name, query, body, isOwner, address }) => {
        const [method = "GET", url = ""] = name.split(" ");
        const { cookie } = isOwner ? owner : openConsole(shop);
        const response = await shop.http.inject({
          method: method as "GET",
          url: method === "GET" ? `${url}?${searchOf(query)}` : url,
          remoteAddress: `10.9.${address >> 8}.${address & 255}`,
          headers: {
            host: "localhost:3000",
            origin: consoleOrigin,
            ...(cookie ? { cookie: `console=${cookie}` } : {}),
            ...(method === "GET" ? {} : { "content-type": "application/json" }),
          },
          ...(method === "GET" ? {} : { payload: JSON.stringify(body) }),
        });
        expect(response.statusCode, `${name}: ${response.body}`).toBeLessThan(500);
        if (response.statusCode === 200 && !/"code":(?!200)/.test(response.body)) answered.add(name);
      }),
      { numRuns: RUNS },
    );
    expect((await owner.call("GET", "/me")).code).toBe(200);
    // Requests that are all refused would prove nothing.
    expect(answered.size).toBeGreaterThan(names.length / 4);
  },
  timeLimit(Math.max(60, RUNS / 50)),
);

function searchOf(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const fields = Object.entries(query).map(([key, value]) => [
    key.toWellFormed(),
    String(typeof value === "object" ? JSON.stringify(value) : value)
      .toWellFormed()
      .slice(0, 500),
  ]);
  return new URLSearchParams(fields).toString();
}
