import { type Call, calls, isPermitted, type Role, roles } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import {
  becomeFresh,
  consoleOrigin,
  type MadeOperator,
  makeOperator,
  openConsole,
  signInAgain,
  softwareAuthenticator,
} from "#test/console";
import { makeGuest, makeMember } from "#test/people";
import { actingOn } from "#test/unaudited";
import { invite } from "./invite.ts";
import { giveRole } from "./team.ts";

let app: TestApp;
let owner: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  owner = await makeOperator(app, "owner");
});
afterAll(() => app.close());

const key = () => newId(app.clock.now());
const rows = async (where: string, values: unknown[] = []) =>
  (await app.database.pool.query(`select * from audit where ${where} order by id`, values)).rows;
const consoleCalls = Object.entries<Call>(calls).filter(([, call]) => call.console);

describe("an invitation", () => {
  test("C1: its link offers a passkey and a password, opens a session once, and is dead afterwards", async () => {
    const { code } = await invite(actingOn(app), { email: "mara@example.com", role: "editor" });
    const browser = openConsole(app);
    const { info } = await browser.call("POST", "/welcome", { code });
    expect(info).toMatchObject({
      invitation: { email: "mara@example.com", role: "editor" },
      passkeysMissing: null,
    });
    const key = softwareAuthenticator();
    const passkey = {
      challenge: info.passkey.challenge,
      response: key.create(info.passkey.options),
      name: "Phone",
    };
    const joined = await browser.call("POST", "/welcome", { code, passkey });
    expect(joined).toMatchObject({ code: 200, info: { me: { operator: { role: "editor" } } } });
    expect(joined.info.recoveryCodes).toHaveLength(10);
    expect((await browser.call("GET", "/me")).info.proofs.passkeys).toMatchObject([{ name: "Phone" }]);
    expect(await openConsole(app).call("POST", "/welcome", { code })).toMatchObject({
      reason: "code_invalid",
    });

    const other = openConsole(app);
    const begun = await other.call("POST", "/session/passkey/options", {});
    const response = key.get(begun.info.options);
    const signIn = { challenge: begun.info.challenge, response };
    expect(await other.call("POST", "/session/passkey", signIn)).toMatchObject({ code: 200 });
    expect((await other.call("GET", "/me")).info.operator.email).toBe("mara@example.com");
    // A challenge is used once.
    expect(await openConsole(app).call("POST", "/session/passkey", signIn)).toMatchObject({
      reason: "passkey_refused",
    });
  });

  test("T31: a passkey's answer for another origin, or for another's challenge, is refused", async () => {
    const { code } = await invite(actingOn(app), { email: "lena@example.com", role: "editor" });
    const browser = openConsole(app);
    const key = softwareAuthenticator();
    const offer = async () => (await browser.call("POST", "/welcome", { code })).info.passkey;
    const foreign = await offer();
    const elsewhere = {
      challenge: foreign.challenge,
      response: key.create(foreign.options, "https://evil.example"),
    };
    expect(await browser.call("POST", "/welcome", { code, passkey: elsewhere })).toMatchObject({
      status: 400,
      reason: "passkey_refused",
    });
    const [one, two] = [await offer(), await offer()];
    const mixed = { challenge: one.challenge, response: key.create(two.options) };
    expect(await browser.call("POST", "/welcome", { code, passkey: mixed })).toMatchObject({
      reason: "passkey_refused",
    });
    const right = await offer();
    const passkey = { challenge: right.challenge, response: key.create(right.options) };
    expect(await browser.call("POST", "/welcome", { code, passkey })).toMatchObject({ code: 200 });
  });

  test("T36: an ended link and an unknown one get the same answer, and ten of them make an address wait", async () => {
    const { code } = await invite(actingOn(app), { email: "ivo@example.com", role: "editor" });
    const { code: newer } = await invite(actingOn(app), { email: "ivo@example.com", role: "editor" });
    const browser = openConsole(app);
    const answers = [];
    for (const each of [code, "x".repeat(43)])
      answers.push(await browser.call("POST", "/welcome", { code: each }));
    expect(answers[0]).toEqual(answers[1]);
    for (let tries = 2; tries < 10; tries++) await browser.call("POST", "/welcome", { code: "guess" });
    expect(await browser.call("POST", "/welcome", { code: newer })).toMatchObject({ status: 429 });
    app.clock.advance(49 * 3600);
    expect(await openConsole(app).call("POST", "/welcome", { code: newer })).toMatchObject({
      reason: "code_invalid",
    });
    owner = await makeOperator(app, "owner");
  });

  test("a password needs fifteen characters, is not a common one, and counts only with a right code", async () => {
    const { code } = await invite(actingOn(app), { email: "nils@example.com", role: "editor" });
    const browser = openConsole(app);
    const { challenge } = (await browser.call("POST", "/welcome", { code })).info.password;
    const join = (password: string) =>
      browser.call("POST", "/welcome", { code, password: { challenge, password, code: "000000" } });
    expect(await join("only fourteen!")).toMatchObject({ status: 400, reason: "operator_password_short" });
    expect(await join("nils@example.com")).toMatchObject({ reason: "password_too_common" });
    expect(await join("a long salt road")).toMatchObject({ reason: "one_time_code_wrong" });
    expect((await browser.call("GET", "/me")).reason).toBe("operator_required");
  });
});

describe("signing in by password", () => {
  test("C3: a password alone opens no session, a code serves once, and so does a recovery code", async () => {
    const operator = await makeOperator(app, "support");
    const { email, password } = operator;
    const browser = openConsole(app);
    const begin = async () =>
      (await browser.call("POST", "/session/password", { email, password })).info.attempt;
    const used = operator.code();
    const attempt = await begin();
    expect((await browser.call("GET", "/me")).reason).toBe("operator_required");
    // The code that proved the app at joining is used up.
    expect(await browser.call("POST", "/session/code", { attempt, code: used })).toMatchObject({
      reason: "one_time_code_wrong",
    });
    const [recovery = ""] = operator.recoveryCodes;
    expect(await browser.call("POST", "/session/code", { attempt, code: recovery })).toMatchObject({
      code: 200,
    });
    expect((await browser.call("GET", "/me")).info.proofs.recoveryCodes).toBe(9);
    const again = { attempt: await begin(), code: recovery };
    expect(await browser.call("POST", "/session/code", again)).toMatchObject({
      reason: "one_time_code_wrong",
    });
  });

  test("T36: five wrong codes end a sign-in, and also the right one no longer helps", async () => {
    const operator = await makeOperator(app, "support");
    const { email, password } = operator;
    const browser = openConsole(app);
    const { attempt } = (await browser.call("POST", "/session/password", { email, password })).info;
    for (let tries = 0; tries < 5; tries++)
      expect(await browser.call("POST", "/session/code", { attempt, code: "123456" })).toMatchObject({
        reason: "one_time_code_wrong",
      });
    app.clock.advance(30);
    expect(await browser.call("POST", "/session/code", { attempt, code: operator.code() })).toMatchObject({
      reason: "sign_in_expired",
    });
  });

  test("T36: an unknown address and a wrong password get the same answer, and five of them wait", async () => {
    const { email, password } = await makeOperator(app, "support");
    const [known, unknown] = [openConsole(app), openConsole(app)];
    const guess = (browser: typeof known, whose: string, what: string) =>
      browser.call("POST", "/session/password", { email: whose, password: what });
    for (let tries = 0; tries < 5; tries++) {
      const [one, other] = [
        await guess(known, email, "a wrong password"),
        await guess(unknown, "nobody@example.com", "a wrong password"),
      ];
      expect(one).toEqual(other);
      expect(one).toMatchObject({ status: 200, code: 500, reason: "sign_in_failed" });
    }
    expect(await guess(known, email, password)).toMatchObject({ status: 429 });
    expect(await guess(unknown, "nobody@example.com", password)).toMatchObject({ status: 429 });
  });

  test("an operator with passkeys alone signs in by a recovery code", async () => {
    const { code } = await invite(actingOn(app), { email: "pia@example.com", role: "editor" });
    const browser = openConsole(app);
    const { passkey: offer } = (await browser.call("POST", "/welcome", { code })).info;
    const passkey = { challenge: offer.challenge, response: softwareAuthenticator().create(offer.options) };
    const { recoveryCodes } = (await browser.call("POST", "/welcome", { code, passkey })).info;
    const elsewhere = openConsole(app);
    const signIn = { email: "pia@example.com", code: recoveryCodes[3] };
    expect(await elsewhere.call("POST", "/session/code", signIn)).toMatchObject({ code: 200 });
    expect(await openConsole(app).call("POST", "/session/code", signIn)).toMatchObject({
      reason: "sign_in_failed",
    });
  });
});

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

test("C7: an operator whose role is lowered, or whose session is ended, is refused at the next call", async () => {
  const operator = await makeOperator(app, "finance");
  await giveRole(actingOn(app), { id: operator.id, role: "support" });
  expect((await operator.call("GET", "/me")).reason).toBe("operator_required");
  const again = await signInAgain(app, operator);
  expect((await again.call("GET", "/me")).info.operator.role).toBe("support");
  await app.database.pool.query("delete from operator_session where operator_id = $1", [operator.id]);
  expect((await again.call("GET", "/me")).reason).toBe("operator_required");
});

test("fresh: a call that asks for it says how to prove it, and is answered after the proof, for five minutes", async () => {
  const operator = await makeOperator(app, "editor");
  app.clock.advance(6 * 60);
  const asked = await operator.call("POST", "/me/recovery", {});
  expect(asked).toMatchObject({
    status: 200,
    code: 401,
    reason: "fresh_required",
    info: { methods: ["password"] },
  });
  const wrong = { password: operator.password, code: "000000" };
  expect((await operator.call("POST", "/session/fresh", wrong)).reason).toBe("one_time_code_wrong");
  await becomeFresh(app, operator);
  const made = await operator.call("POST", "/me/recovery", {});
  expect(made.info.recoveryCodes).toHaveLength(10);
  expect(made.info.recoveryCodes).not.toEqual(operator.recoveryCodes);
  app.clock.advance(5 * 60);
  expect((await operator.call("POST", "/me/recovery", {})).reason).toBe("fresh_required");
});

test("an operator adds and removes passkeys, sets a password, and keeps the last proof", async () => {
  const operator = await makeOperator(app, "editor");
  const key = softwareAuthenticator();
  const { offer } = (await operator.call("POST", "/me/passkey", {})).info;
  const added = await operator.call("POST", "/me/passkey", {
    challenge: offer.challenge,
    response: key.create(offer.options),
  });
  expect(added.info).toMatchObject({ passkeys: [{ name: "Passkey" }], recoveryCodes: null });
  const { challenge, options } = (await operator.call("POST", "/session/passkey/options", {})).info;
  expect(options.allowCredentials).toHaveLength(1);
  const fresh = { challenge, response: key.get(options) };
  expect((await operator.call("POST", "/session/fresh", fresh)).code).toBe(200);
  const removed = await operator.call("DELETE", "/me/passkey", { id: added.info.passkeys[0].id });
  expect(removed.info.me.proofs).toMatchObject({ passkeys: [], password: true });

  const { code } = await invite(actingOn(app), { email: "one@example.com", role: "editor" });
  const single = openConsole(app);
  const { passkey } = (await single.call("POST", "/welcome", { code })).info;
  const response = softwareAuthenticator().create(passkey.options);
  const joined = await single.call("POST", "/welcome", {
    code,
    passkey: { challenge: passkey.challenge, response },
  });
  const { id } = joined.info.me.proofs.passkeys[0];
  expect(await single.call("DELETE", "/me/passkey", { id })).toMatchObject({
    code: 409,
    reason: "last_proof",
  });
});

describe("C4, T34: every call of the console", () => {
  const operators = new Map<Role, MadeOperator>();
  beforeAll(async () => {
    for (const role of roles) operators.set(role, await makeOperator(app, role));
  });

  test.each(consoleCalls.map(([name, call]) => [name, call] as const))(
    "%s answers the roles of its permission alone",
    async (name, call) => {
      const [method = "", url = ""] = name.split(" ");
      const path = url.replace("/api/console", "");
      const permission = call.console?.permission ?? "none";
      const [guest, member] = [await makeGuest(app), await makeMember(app)];
      const body = method === "GET" ? undefined : { nonsense: true, role: "owner" };
      for (const sid of [null, guest.cookie, member.cookie]) {
        const headers = sid === null ? {} : { cookie: `sid=${sid}; console=${sid}` };
        const answer = await openConsole(app).call(method, path, body, headers);
        expect(answer.reason === "operator_required", `nobody: ${answer.reason}`).toBe(permission !== "none");
      }
      for (const role of roles) {
        const browser = await signInAgain(app, operators.get(role) as MadeOperator);
        const answer = await browser.call(method, path, body);
        expect(answer.reason, role).not.toBe("operator_required");
        expect(answer.reason === "not_permitted", role).toBe(!isPermitted(role, permission));
        expect(answer.status, role).toBeLessThan(500);
      }
    },
  );
});

test("C5: a call of the console without a permission, or without what it writes, keeps the app from starting", async () => {
  const { openHttp } = await import("#platform/http/server");
  const open = (method: string, console: object | undefined) => () => {
    const http = openHttp({
      config: { publicOrigin: null, trustProxy: [] },
      log: (app.http as { log: never }).log,
      clock: app.clock,
      identify: async () => null,
      rules: { inspect: () => undefined, clean: (kept) => kept, readClick: () => ({}) },
      messageOf: () => "",
      page: async () => undefined,
    });
    const config = { access: "operator" as const, ...(console ? { console: console as never } : {}) };
    http.route({ method, url: "/api/console/x", config, handler: async () => ({}) });
  };
  expect(open("GET", undefined)).toThrow("without a permission");
  expect(open("POST", { permission: "self" })).toThrow("which action it writes");
  expect(open("GET", { permission: "self" })).not.toThrow();
  expect(open("POST", { permission: "self", writes: "session.end" })).not.toThrow();
});

test("every registered call of the console is one of the contract, and every one of the contract is registered", () => {
  for (const [name] of consoleCalls) {
    const [method = "", url = ""] = name.split(" ");
    expect(app.http.hasRoute({ method: method as "GET", url }), name).toBe(true);
  }
});

describe("T31: a request that changes something", () => {
  const changing = consoleCalls.filter(([name]) => !name.startsWith("GET"));
  const senders: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://console.localhost:3000" },
    { "sec-fetch-site": "cross-site", origin: consoleOrigin },
    { "sec-fetch-site": "same-site", origin: consoleOrigin },
    { "sec-fetch-site": "none", origin: consoleOrigin },
    { origin: "" },
  ];

  test.each(changing.map(([name]) => name))(
    "%s is refused from other pages, and changes nothing",
    async (name) => {
      const [method = "", url = ""] = name.split(" ");
      const before = await app.database.pool.query("select count(*) from audit");
      for (const headers of senders) {
        const answer = await owner.call(method, url.replace("/api/console", ""), {}, headers);
        expect(answer, JSON.stringify(headers)).toMatchObject({ status: 403, reason: "forbidden_origin" });
      }
      const form = { "content-type": "application/x-www-form-urlencoded" };
      expect((await owner.call(method, url.replace("/api/console", ""), "a=b", form)).status).toBe(415);
      expect((await app.database.pool.query("select count(*) from audit")).rows).toEqual(before.rows);
    },
  );
});

describe("the team", () => {
  test("an owner invites, gives a role and switches off; each writes one row with before and after", async () => {
    const boss = await makeOperator(app, "owner");
    const requestKey = key();
    const invitation = { requestKey, email: "New@Example.com", role: "support" };
    const invited = await boss.call("POST", "/team/invite", invitation);
    expect(invited.info).toMatchObject({
      member: { email: "new@example.com", state: "invited", role: "support" },
    });
    expect(invited.info.link).toMatch(/^http:\/\/localhost:3000\/console\/welcome#[\w-]{43}$/);
    // A lost answer is asked for again: the same person, and the link is not shown twice.
    const repeated = await boss.call("POST", "/team/invite", invitation);
    expect(repeated.info).toEqual({ ...invited.info, link: null });
    expect(await boss.call("POST", "/team/invite", { ...invitation, role: "owner" })).toMatchObject({
      code: 409,
      reason: "changed_meanwhile",
    });
    const { id, version } = invited.info.member;
    app.clock.advance(1);
    const role = { requestKey: key(), id, role: "editor", version };
    expect((await boss.call("POST", "/team/role", role)).info.member.role).toBe("editor");
    expect(
      await boss.call("POST", "/team/role", { ...role, requestKey: key(), role: "finance" }),
    ).toMatchObject({
      code: 409,
      reason: "changed_meanwhile",
      info: { current: { role: "editor" } },
    });
    app.clock.advance(1);
    const off = { requestKey: key(), id, version: version + 1 };
    expect((await boss.call("POST", "/team/off", off)).info.member.state).toBe("off");
    const written = await rows("subject_id = $1", [id]);
    expect(written.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: "operator.invite", before: null, after: { role: "support", state: "invited", link: "set" } },
      { action: "operator.role", before: { role: "support" }, after: { role: "editor" } },
      { action: "operator.off", before: { state: "invited" }, after: { state: "off" } },
    ]);
    for (const row of written)
      expect(row).toMatchObject({
        actor_kind: "operator",
        actor: boss.id,
        role: "owner",
        network: boss.address,
      });
    expect(written.every((row) => row.request_id !== null && row.session_id !== null)).toBe(true);
  });

  test("two of the same act at once make one", async () => {
    const boss = await makeOperator(app, "owner");
    const act = { requestKey: key(), email: "twice@example.com", role: "support" };
    const answers = await Promise.all([1, 2, 3].map(() => boss.call("POST", "/team/invite", act)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(answers.filter(({ info }) => info.link !== null)).toHaveLength(1);
  });

  test("the refund amount changes from what the owner saw, and starts at fifty", async () => {
    const boss = await makeOperator(app, "owner");
    expect((await boss.call("GET", "/team")).info.refundAmount).toBe(50);
    const change = { requestKey: key(), from: 50, amount: 80 };
    expect((await boss.call("POST", "/team/refund-amount", change)).info).toEqual({ refundAmount: 80 });
    expect(await boss.call("POST", "/team/refund-amount", { ...change, requestKey: key() })).toMatchObject({
      reason: "changed_meanwhile",
      info: { current: 80 },
    });
    expect(await rows("subject_id = 'refundAmount'")).toMatchObject([
      { action: "site.set", before: { value: 50 }, after: { value: 80 } },
    ]);
  });

  test("C8: nobody changes their own role, the last owner stays, and of two who lower each other one stays", async () => {
    const own = await testApp();
    try {
      const [ana, ben] = [await makeOperator(own, "owner"), await makeOperator(own, "owner")];
      const versionOf = async (browser: MadeOperator, id: string) =>
        (await browser.call("GET", "/team")).info.members.find((one: { id: string }) => one.id === id)
          .version;
      const change = async (by: MadeOperator, whom: MadeOperator) => ({
        requestKey: newId(own.clock.now()),
        id: whom.id,
        role: "editor",
        version: await versionOf(by, whom.id),
      });
      expect(await ana.call("POST", "/team/role", await change(ana, ana))).toMatchObject({
        reason: "not_permitted",
      });
      const [one, two] = [await change(ana, ben), await change(ben, ana)];
      const done = await Promise.all([
        ana.call("POST", "/team/role", one),
        ben.call("POST", "/team/role", two),
      ]);
      expect(done.filter(({ code }) => code === 200)).toHaveLength(1);
      const { rows: left } = await own.database.pool.query("select id from operator where role = 'owner'");
      expect(left).toHaveLength(1);
      const id = left[0]?.id;
      await expect(giveRole(actingOn(own), { id, role: "editor" })).rejects.toMatchObject({
        reason: "last_owner",
      });
      const acting = actingOn(own);
      const { audited } = await import("#platform/db/audit");
      await expect(
        audited(acting, { action: "operator.off" }, async (trx) => {
          const { sql } = await import("kysely");
          await sql`delete from operator where id = ${id}`.execute(trx);
          return { result: undefined, changes: [] };
        }),
      ).rejects.toThrow("the last owner stays");
    } finally {
      await own.close();
    }
  });
});

describe("the audit log", () => {
  test("C11: a refused call writes one row with the call's name, and a failed one writes none", async () => {
    const operator = await makeOperator(app, "editor");
    expect((await operator.call("GET", "/team")).reason).toBe("not_permitted");
    expect(await rows("actor = $1 and action = 'refused'", [operator.id])).toMatchObject([
      { subject_kind: "call", subject_id: "GET /api/console/team" },
    ]);
    const boss = await makeOperator(app, "owner");
    const before = await rows("actor = $1", [boss.id]);
    const fault = { requestKey: key(), id: "01arz3ndektsv4rrffq69g5fav", role: "editor", version: 1 };
    expect((await boss.call("POST", "/team/role", fault)).code).toBe(404);
    expect(await rows("actor = $1", [boss.id])).toEqual(before);
  });

  test("an owner reads all by pages and filters, others their own rows, and finance money actions too", async () => {
    const [finance, editor] = [await makeOperator(app, "finance"), await makeOperator(app, "editor")];
    const boss = await signInAgain(app, owner);
    const all: string[] = [];
    let after: string | null = null;
    do {
      const { data } = await boss.call("GET", `/audit?size=7${after ? `&after=${after}` : ""}`);
      all.push(...data.list.map(({ id }: { id: string }) => id));
      after = data.next;
    } while (after);
    expect(all).toEqual([...new Set(all)].toSorted().toReversed());
    expect((await boss.call("GET", "/audit?size=1")).data.count.value).toBeGreaterThanOrEqual(all.length);
    const own = (await editor.call("GET", "/audit")).data.list;
    expect(new Set(own.map(({ actor }: { actor: { id: string } }) => actor.id))).toEqual(
      new Set([editor.id]),
    );
    const { data: byAction } = await boss.call("GET", `/audit?action=session.&actor=${editor.id}`);
    expect(byAction.list.every(({ action }: { action: string }) => action.startsWith("session."))).toBe(true);
    const [foreign] = (await boss.call("GET", `/audit?actor=${owner.id}`)).data.list;
    expect((await boss.call("GET", `/audit/one?id=${foreign.id}`)).info).toHaveProperty("after");
    for (const one of [editor, finance])
      expect((await one.call("GET", `/audit/one?id=${foreign.id}`)).code).toBe(404);
    expect((await boss.call("GET", "/audit?day=tomorrow")).status).toBe(400);
    expect((await boss.call("GET", "/audit?day=2019-01-01")).data).toMatchObject({
      list: [],
      count: { value: 0 },
    });
  });

  test("C17: no password, code, link, token or one-time secret is in any row", async () => {
    const operator = await makeOperator(app, "editor");
    const { rows: all } = await app.database.pool.query("select row_to_json(audit)::text as text from audit");
    const text = all.map((row) => row.text).join("\n");
    for (const secret of [operator.password, operator.cookie ?? "", ...operator.recoveryCodes])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/otpauth|argon2|welcome#/);
  });
});

test("the console's calls are described for operators, and not in the public description", async () => {
  const operator = await makeOperator(app, "editor");
  const headers = { host: "localhost:3000", cookie: `console=${operator.cookie}` };
  const mine = await app.http.inject({ url: "/api/console/openapi.json", headers });
  expect(Object.keys(mine.json().paths)).toContain("/api/console/team/role");
  const anyones = await app.http.inject({ url: "/api/openapi.json" });
  expect(Object.keys(anyones.json().paths).filter((path) => path.includes("console"))).toEqual([]);
});
