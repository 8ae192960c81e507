import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type Answer, callAs, makeMember } from "#test/people";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

function login(address: string, email: string, password = "not the password"): Promise<Answer> {
  return callAs(app, { cookie: null, token: null, address }, "POST", "/api/user/login", { email, password });
}
const waitOf = ({ status, headers }: Answer) => (status === 429 ? Number(headers["retry-after"]) : 0);

test("of fifty wrong passwords for one account at one moment, five are looked at", async () => {
  const { email, password } = await makeMember(app);
  const answers = await Promise.all(Array.from({ length: 50 }, () => login("192.0.2.1", email)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await login("192.0.2.1", email, password)).toMatchObject({
    status: 429,
    reason: "too_many_requests",
  });
});

test("the pause doubles up to a quarter of an hour, is never for ever, and ends with the right password", async () => {
  const { id, email, password } = await makeMember(app);
  const address = "192.0.2.2";
  for (let tries = 0; tries < 5; tries++) expect(waitOf(await login(address, email))).toBe(0);
  const waits = [];
  for (let tries = 0; tries < 12; tries++) {
    const wait = waitOf(await login(address, email));
    waits.push(wait);
    app.clock.advance(wait);
    expect(await login(address, email)).toMatchObject({ status: 200, reason: "login_failed" });
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900]);
  app.clock.advance(900);
  expect(await login(address, email, password)).toMatchObject({ code: 200, info: { id } });
  for (let tries = 0; tries < 5; tries++) expect(waitOf(await login(address, email))).toBe(0);
}, 120_000);

test("an owner elsewhere signs in while somebody guesses; guessing from everywhere makes them wait a minute at most", async () => {
  const { email, password } = await makeMember(app);
  let tries = 0;
  const guess = () => login(`203.0.113.${tries++ >> 2}`, email);
  for (let count = 0; count < 25; count++) expect(waitOf(await guess())).toBe(0);
  expect(await login("192.0.2.3", email, password)).toMatchObject({ code: 200 });
  for (let count = 0; count < 25; count++) expect(waitOf(await guess())).toBe(0);
  const waits = [];
  for (let count = 0; count < 8; count++) {
    const wait = waitOf(await login("192.0.2.3", email, password));
    waits.push(wait);
    app.clock.advance(wait);
    expect(await guess()).toMatchObject({ reason: "login_failed" });
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  app.clock.advance(60);
  expect(await login("192.0.2.3", email, password)).toMatchObject({ code: 200 });
}, 120_000);

test("one password tried on many accounts from one address is slowed after a hundred, others' right ones do not count", async () => {
  const address = "192.0.2.4";
  const { email, password } = await makeMember(app);
  for (let count = 0; count < 100; count += 10) {
    expect(await login(address, email, password)).toMatchObject({ code: 200 });
    for (let more = 0; more < 10; more++)
      expect(waitOf(await login(address, `spray${count + more}@example.com`))).toBe(0);
  }
  expect(waitOf(await login(address, "spray0@example.com"))).toBe(5);
  expect(waitOf(await login("192.0.2.5", "spray0@example.com"))).toBe(0);
  app.clock.advance(3600);
  expect(waitOf(await login(address, "spray100@example.com"))).toBe(0);
}, 120_000);

test("known and unknown accounts are slowed alike, in the same words", async () => {
  const { email } = await makeMember(app);
  const outcomes = [];
  for (const account of [email, "nobody@example.com"]) {
    const course = [];
    for (let tries = 0; tries < 8; tries++) {
      const { status, code, reason, message, headers } = await login("192.0.2.6", account);
      course.push({ status, code, reason, message, wait: headers["retry-after"] });
      if (tries > 5) app.clock.advance(5);
    }
    outcomes.push(course);
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(outcomes[0]?.map(({ wait }) => wait)).toEqual([...Array(5), "5", "5", undefined]);
});

test("wrong passwords of a signed-in member count as those at the door do", async () => {
  const member = await makeMember(app);
  member.address = "192.0.2.7";
  const change = {
    password: "not the password",
    newPassword: "a new salt road",
    repeatPassword: "a new salt road",
  };
  for (let tries = 0; tries < 5; tries++)
    expect(await member.call("POST", "/api/user/password", change)).toMatchObject({
      code: 500,
      reason: "password_wrong",
    });
  expect(await member.call("POST", "/api/user/password", change)).toMatchObject({ status: 429 });
  expect(waitOf(await login("192.0.2.7", member.email))).toBe(5);
});

test("one address makes three thousand guests in ten minutes and no more", async () => {
  const device = () => ({ cookie: null, token: null, address: "192.0.2.8" });
  expect((await callAs(app, device(), "GET", "/api/user")).code).toBe(200);
  const { rowCount } = await app.database.pool.query(
    "update throttle set count = 2999 where count = 1 and since = $1",
    [app.clock.now()],
  );
  expect(rowCount).toBeGreaterThan(0);
  expect((await callAs(app, device(), "GET", "/api/user")).code).toBe(200);
  const refused = await callAs(app, device(), "GET", "/api/user");
  expect(refused).toMatchObject({ status: 429 });
  expect(refused.headers["retry-after"]).toBe("600");
  app.clock.advance(600);
  expect((await callAs(app, device(), "GET", "/api/user")).code).toBe(200);
});
