import { type Call, calls } from "@cliffhanger/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { consoleOrigin, type MadeOperator, makeOperator, openConsole } from "#test/console";

let app: TestApp;
let owner: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  owner = await makeOperator(app, "owner");
});
afterAll(() => app.close());

const names = Object.entries<Call>(calls)
  .filter(([, call]) => call.console)
  .map(([name]) => name)
  // It would end the session that the others need.
  .filter((name) => name !== "POST /api/console/session/end");

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("\0", "'; drop table audit; --", "../..", "\ud800", "x".repeat(9000), "%00", "owner"),
);
const fields = [
  "email",
  "password",
  "code",
  "attempt",
  "challenge",
  "response",
  "id",
  "role",
  "version",
  "requestKey",
];
const oddBody = fc.oneof(
  fc.dictionary(
    fc.constantFrom(...fields, "others", "amount", "from", "message"),
    fc.oneof(oddText, fc.jsonValue()),
  ),
  fc.jsonValue(),
);
const oddQuery = fc.dictionary(
  fc.constantFrom("after", "size", "actor", "action", "day", "subjectId", "id", "requestId", "actorKind"),
  oddText,
);

test("C52: no generated request makes any call of sign-in, team or audit fail", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      oddBody,
      oddQuery,
      fc.boolean(),
      async (name, body, query, signedIn) => {
        const [method = "GET", url = ""] = name.split(" ");
        const search = method === "GET" ? `?${new URLSearchParams(wellFormed(query)).toString()}` : "";
        const { cookie } = signedIn ? owner : openConsole(app);
        const response = await app.http.inject({
          method: method as "GET",
          url: `${url}${search}`,
          remoteAddress: `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
          headers: {
            host: "localhost:3000",
            origin: consoleOrigin,
            ...(cookie ? { cookie: `console=${cookie}` } : {}),
            ...(method === "GET" ? {} : { "content-type": "application/json" }),
          },
          ...(method === "GET" ? {} : { payload: JSON.stringify(body) }),
        });
        expect(response.statusCode, response.body).toBeLessThan(500);
      },
    ),
    { numRuns: 600 },
  );
  expect((await owner.call("GET", "/me")).code).toBe(200);
});

function wellFormed(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([key, text]) => [key, text.toWellFormed().slice(0, 500)]),
  );
}
