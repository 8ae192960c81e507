import { afterAll, beforeAll, expect, test } from "vitest";
import { secondNode, type TestApp, testApp } from "#test/app";
import { callAs, makeGuest, makeMember } from "#test/people";
import type { App } from "../src/app.ts";

let one: TestApp;
let other: App;

beforeAll(async () => {
  one = await testApp();
  other = await secondNode(one);
});
afterAll(async () => {
  await other.stop();
  await one.close();
});

test("a session of one node is valid on the other, and signing out ends it on both with the same answer", async () => {
  const member = await makeMember(one);
  const there = await callAs(other, { ...member }, "GET", "/api/user");
  expect(there.info).toMatchObject({ id: member.id, kind: "member" });
  await callAs(other, { ...member }, "POST", "/api/user/logout", {});
  expect((await member.call("GET", "/api/user/sessions")).code).toBe(401);
});

test("a password changed on one node ends the sessions of the other at once", async () => {
  const member = await makeMember(one);
  const phone = await makeGuest(other);
  await phone.call("POST", "/api/user/login", { email: member.email, password: member.password });
  expect((await phone.call("GET", "/api/user/sessions")).code).toBe(200);
  const newPassword = "another salt road";
  await member.call("POST", "/api/user/password", {
    password: member.password,
    newPassword,
    repeatPassword: newPassword,
  });
  expect((await phone.call("GET", "/api/user/sessions")).code).toBe(401);
});

test("guesses are counted on all nodes together", async () => {
  const { email } = await makeMember(one);
  const guess = (node: { http: TestApp["http"] }) => {
    const device = { cookie: null, token: null, address: "192.0.2.1" };
    return callAs(node, device, "POST", "/api/user/login", { email, password: "not the password" });
  };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => guess(at % 2 === 0 ? one : other)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect([(await guess(one)).status, (await guess(other)).status]).toEqual([429, 429]);
});

test("when two nodes register one address at the same moment, one creates the member", async () => {
  const guests = await Promise.all([one, other, one, other].map((node) => makeGuest(node)));
  const password = "a long salt road";
  const form = { email: "ana@example.com", password, repeatPassword: password, agree: true };
  const answers = await Promise.all(guests.map((guest) => guest.call("POST", "/api/user/register", form)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === "register_failed")).toHaveLength(3);
});
