import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { makeGuest, makeMember } from "#test/people";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("R15: a member sets and removes a name and a language, independently", async () => {
  const member = await makeMember(app);
  const change = async (body: object) => (await member.call("POST", "/api/user/profile", body)).info;
  expect(await change({ displayName: "  Ana Lima 🧂 ", language: "fy" })).toMatchObject({
    displayName: "Ana Lima 🧂",
    language: "fr",
  });
  expect(await change({ language: "pt-BR" })).toMatchObject({ displayName: "Ana Lima 🧂", language: "pt" });
  expect(await change({})).toMatchObject({ displayName: "Ana Lima 🧂", language: "pt" });
  expect(await change({ displayName: " " })).toMatchObject({ displayName: null, language: "pt" });
  expect(await change({ displayName: "Cafe\u0301", language: null })).toMatchObject({
    displayName: "Caf\u00e9",
    language: null,
  });
  expect(await change({ displayName: null })).toMatchObject({ displayName: null, language: null });
  expect((await member.call("GET", "/api/user")).info).toMatchObject({ displayName: null, language: null });
});

test("R9: a guest's language is stored too", async () => {
  const guest = await makeGuest(app);
  await guest.call("POST", "/api/user/profile", { language: "dy" });
  expect((await guest.call("GET", "/api/user")).info).toMatchObject({ id: guest.id, language: "de" });
});

test.each([
  [{ displayName: "x".repeat(61) }, "text_too_long"],
  [{ displayName: "two\nlines" }, "invalid_request"],
  [{ displayName: "turned \u202e round" }, "invalid_request"],
  [{ language: "it" }, "invalid_request"],
  [{ language: "" }, "invalid_request"],
])("%j is refused", async (body, reason) => {
  const member = await makeMember(app);
  expect(await member.call("POST", "/api/user/profile", body)).toMatchObject({ status: 400, reason });
  expect((await member.call("GET", "/api/user")).info).toMatchObject({ displayName: null, language: "en" });
});

test("accents and emoji count as one character in a name of sixty characters", async () => {
  const member = await makeMember(app);
  for (const displayName of ["🧂".repeat(60), "e\u0301".repeat(60)])
    expect(await member.call("POST", "/api/user/profile", { displayName })).toMatchObject({ code: 200 });
});

test("there is no profile without a session", async () => {
  const answer = await app.http.inject({
    method: "POST",
    url: "/api/user/profile",
    payload: { language: "pt" },
  });
  expect(answer.json()).toMatchObject({ code: 401 });
});
