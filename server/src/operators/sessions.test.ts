import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { consoleOrigin, makeOperator, openConsole, signInAgain, softwareAuthenticator } from "#test/console";
import { makeMember } from "#test/people";
import { actingOn } from "#test/unaudited";
import { invite } from "./invite.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await makeOperator(app, "owner");
});
afterAll(() => app.close());

describe("a session", () => {
  test("C9: ends after thirty minutes without use, and after twelve hours in any case", async () => {
    const operator = await makeOperator(app, "editor");
    for (let used = 0; used < 3; used++) {
      app.clock.advance(29 * 60);
      expect((await operator.call("GET", "/me")).code).toBe(200);
    }
    app.clock.advance(31 * 60);
    expect((await operator.call("GET", "/me")).reason).toBe("operator_required");

    const busy = await makeOperator(app, "editor");
    let answers = 0;
    for (let minutes = 0; minutes < 13 * 60; minutes += 20) {
      if ((await busy.call("GET", "/me")).code !== 200) break;
      answers += 1;
      app.clock.advance(20 * 60);
    }
    expect(answers).toBe(36);
  });

  test("C9: a sixth ends the oldest, and a clock that is moved a day either way ends all", async () => {
    const operator = await makeOperator(app, "editor");
    const browsers = [];
    for (let more = 0; more < 5; more++) browsers.push(await signInAgain(app, operator));
    expect((await operator.call("GET", "/me")).reason).toBe("operator_required");
    for (const browser of browsers) expect((await browser.call("GET", "/me")).code).toBe(200);
    const [first] = browsers;
    expect((await first?.call("GET", "/me/sessions"))?.info.sessions).toHaveLength(5);
    for (const seconds of [-86_400, 86_400]) {
      app.clock.advance(seconds);
      expect((await first?.call("GET", "/me"))?.reason).toBe("operator_required");
      app.clock.advance(-seconds);
    }
    expect((await first?.call("GET", "/me"))?.code).toBe(200);
  });

  test("T35: is stored as a hash, ends at sign-out, and one operator cannot end another's", async () => {
    const operator = await makeOperator(app, "editor");
    const stolen = operator.cookie ?? "";
    const { rows: stored } = await app.database.pool.query(
      "select operator_session::text as text from operator_session",
    );
    expect(JSON.stringify(stored)).not.toContain(stolen);
    const theirs = (await operator.call("GET", "/me/sessions")).info.sessions[0].id;
    const other = await makeOperator(app, "editor");
    expect((await other.call("POST", "/me/sessions/end", { id: theirs })).code).toBe(404);
    expect((await operator.call("POST", "/session/end", {})).code).toBe(200);
    expect(operator.cookie).toBeNull();
    expect((await openConsole(app, stolen).call("GET", "/me")).reason).toBe("operator_required");
  });

  test("its cookie is for the console's calls alone and never sent from another site", async () => {
    const { code } = await invite(actingOn(app), { email: "cookie@example.com", role: "editor" });
    const headers = { host: "localhost:3000", origin: consoleOrigin };
    const send = (payload: object) =>
      app.http.inject({ method: "POST", url: "/api/console/welcome", headers, payload });
    const { challenge, options } = (await send({ code })).json().info.passkey;
    const done = await send({
      code,
      passkey: { challenge, response: softwareAuthenticator().create(options) },
    });
    expect(done.headers["set-cookie"]).toMatch(
      /^console=[\w-]{43}; Max-Age=43200; Path=\/api\/console; HttpOnly; SameSite=Strict$/i,
    );
  });

  test("C55: a member and an operator in one browser do not disturb each other", async () => {
    const [operator, member] = [await makeOperator(app, "editor"), await makeMember(app)];
    const cookie = `console=${operator.cookie}; sid=${member.cookie}`;
    const ask = async (url: string) =>
      (await app.http.inject({ url, headers: { host: "localhost:3000", cookie } })).json().info;
    expect((await ask("/api/console/me")).operator.id).toBe(operator.id);
    expect((await ask("/api/user")).id).toBe(member.id);
    const swapped = `console=${member.cookie}; sid=${operator.cookie}`;
    const refused = await app.http.inject({
      url: "/api/console/me",
      headers: { host: "localhost:3000", cookie: swapped },
    });
    expect(refused.json().reason).toBe("operator_required");
    const headed = { host: "localhost:3000", "x-user-token": operator.cookie ?? "" };
    expect((await app.http.inject({ url: "/api/console/me", headers: headed })).json().reason).toBe(
      "operator_required",
    );
  });
});
