import { calls } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { openConsole } from "#test/console";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("C2: without operators no call makes one, whatever it is sent", async () => {
  const names = Object.keys(calls).filter((name) => name.includes(" /api/console/"));
  expect(names.length).toBeGreaterThan(30);
  const email = "first@example.com";
  const bodies = [
    {},
    { email, role: "owner", password: "four lanterns under one bridge", code: "000000" },
    { requestKey: "01ARZ3NDEKTSV4RRFFQ69G5FAV", email, role: "owner" },
  ];
  const done = new Set<string>();
  const failed = new Set<string>();
  for (const name of names) {
    const [method = "", path = ""] = name.split(" ");
    for (const body of method === "GET" ? [undefined] : bodies) {
      const { code, status } = await openConsole(app).call(method, path.replace("/api/console", ""), body);
      if (code === 200) done.add(name);
      if (status >= 500) failed.add(name);
    }
  }
  expect([...failed]).toEqual([]);
  // Reporting an error of the screens, and the beginning of a sign-in, say nothing about operators.
  expect([...done].filter((name) => !/fault$|passkey\/options$/.test(name))).toEqual([]);
  const { rows } = await app.database.pool.query(
    "select (select count(*)::int from operator) as operators, (select count(*)::int from operator_session) as sessions",
  );
  expect(rows).toEqual([{ operators: 0, sessions: 0 }]);
});
