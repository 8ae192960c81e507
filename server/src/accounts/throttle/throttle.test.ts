import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type Answer, callAs, makeMember } from "#test/people";
import { timeLimit } from "../../../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

let app: TestApp;
beforeAll(async () => {
  // The limits of an installation, not the raised ones of the tests.
  app = await testApp({ LIMIT_GUESTS: "", LIMIT_REGISTRATIONS: "", LIMIT_WRONG_PASSWORDS: "" });
});
afterAll(() => app.close());

function login(address: string, email: string, password = "not the password"): Promise<Answer> {
  return callAs(app, { cookie: null, token: null, address }, "POST", "/api/user/login", { email, password });
}
const waitOf = ({ status, headers }: Answer) => (status === 429 ? Number(headers["retry-after"]) : 0);

test("of fifty concurrent wrong passwords for one account, five are checked", async () => {
  const { email, password } = await makeMember(app);
  const answers = await Promise.all(Array.from({ length: 50 }, () => login("192.0.2.1", email)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await login("192.0.2.1", email, password)).toMatchObject({
    status: 429,
    reason: "too_many_requests",
  });
});

test("the pause doubles up to a quarter of an hour, is never unlimited, and ends with the right password", async () => {
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
});

test("an owner elsewhere signs in during an attack; distributed guessing makes them wait a minute at most", async () => {
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
});

test("T05: one password tried on many accounts from one address is throttled after thirty, and correct ones do not count", async () => {
  const address = "192.0.2.4";
  const { email, password } = await makeMember(app);
  for (let count = 0; count < 30; count += 10) {
    expect(await login(address, email, password)).toMatchObject({ code: 200 });
    for (let more = 0; more < 10; more++)
      expect(waitOf(await login(address, `spray${count + more}@example.com`))).toBe(0);
  }
  const waits = [];
  for (let tries = 0; tries < 4; tries++) {
    const wait = waitOf(await login(address, `more${tries}@example.com`));
    waits.push(wait);
    app.clock.advance(wait);
    expect(await login(address, `more${tries}@example.com`)).toMatchObject({ reason: "login_failed" });
  }
  expect(waits).toEqual([5, 10, 20, 40]);
  expect(waitOf(await login("192.0.2.5", "spray0@example.com"))).toBe(0);
  app.clock.advance(3600);
  expect(waitOf(await login(address, "spray100@example.com"))).toBe(0);
});

test("T05: thirty people register from one address in an hour, then each waits longer, five minutes at most", async () => {
  const address = "192.0.2.9";
  let people = 0;
  const register = () =>
    callAs(app, { cookie: null, token: null, address }, "POST", "/api/user/register", {
      email: `person${people++}@example.com`,
      password: "a long salt road",
      repeatPassword: "a long salt road",
      agree: true,
    });
  for (let count = 0; count < 30; count++) expect(await register()).toMatchObject({ code: 200 });
  const waits = [];
  for (let tries = 0; tries < 8; tries++) {
    const wait = waitOf(await register());
    waits.push(wait);
    app.clock.advance(wait);
    expect(await register()).toMatchObject({ code: 200 });
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
});

test("known and unknown accounts are throttled alike, with the same message", async () => {
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

test("wrong passwords of a signed-in member count like those at sign-in", async () => {
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
