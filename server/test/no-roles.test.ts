import { calls } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "./app.ts";
import { makeGuest, makeMember } from "./people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("R54: visitors have no roles: no call accepts one, no answer contains one, and no table of accounts stores one", async () => {
  const guest = await makeGuest(app);
  const wanted = { role: "owner", roles: ["owner"], admin: true, operator: true };
  const account = {
    email: "mara@example.com",
    password: "a long salt road",
    repeatPassword: "a long salt road",
  };
  const made = await guest.call("POST", "/api/user/register", { ...account, agree: true, ...wanted });
  expect(made.code).toBe(200);
  await guest.call("POST", "/api/user/profile", { displayName: "Mara", ...wanted });
  for (const person of [guest, await makeMember(app), await makeGuest(app)]) {
    const { info } = await person.call("GET", "/api/user");
    expect(Object.keys(info).toSorted()).toEqual([
      "claimed",
      "createdAt",
      "deletesAt",
      "displayName",
      "email",
      "id",
      "kind",
      "language",
      "membership",
      "purchase",
      "referrerToken",
      "signIn",
    ]);
  }
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name in ('visitor', 'member', 'session')`,
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(({ name }) => name).filter((name) => /role|admin|operator|permission/.test(name))).toEqual(
    [],
  );
});

test("R54: no call for operators exists outside /api/console", async () => {
  const paths = Object.keys(calls).map((name) => name.split(" ")[1] ?? "");
  expect(paths.filter((path) => /admin|operator|staff|manage/.test(path))).toEqual([]);
  const member = await makeMember(app);
  for (const path of ["/api/console", "/api/console/session", "/api/console/refunds"])
    for (const method of ["GET", "POST"] as const)
      expect((await member.call(method, path, method === "POST" ? {} : undefined)).status, path).toBe(
        // What changes something must also come from the console's own page.
        method === "POST" ? 403 : 404,
      );
});
