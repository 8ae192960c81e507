import { type Call, calls, isPermitted, type Role, roles } from "@cliffhanger/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import {
  becomeFresh,
  type ConsoleBrowser,
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

const _key = () => newId(app.clock.now());
const _rows = async (where: string, values: unknown[] = []) =>
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

  test("T36: who knows a password cannot try codes by one sign-in after the other, from wherever", async () => {
    const operator = await makeOperator(app, "support");
    const { email, password } = operator;
    const answers: unknown[] = [];
    for (let signIns = 0; signIns < 3; signIns++) {
      const browser = openConsole(app);
      const { attempt } = (await browser.call("POST", "/session/password", { email, password })).info;
      for (let tries = 0; tries < 4; tries++)
        answers.push((await browser.call("POST", "/session/code", { attempt, code: "123456" })).reason);
    }
    expect(answers).toEqual([
      ...Array(10).fill("one_time_code_wrong"),
      ...Array(2).fill("too_many_requests"),
    ]);
    app.clock.advance(20);
    expect(await signInAgain(app, operator)).toMatchObject({ cookie: expect.any(String) });
    const browser = openConsole(app);
    const { attempt } = (await browser.call("POST", "/session/password", { email, password })).info;
    expect(await browser.call("POST", "/session/code", { attempt, code: "123456" })).toMatchObject({
      reason: "one_time_code_wrong",
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

  test("T36: fifty wrong passwords for one operator, each from another address, make the next wait, also the right one", async () => {
    const { email, password } = await makeOperator(app, "support");
    const guess = (what: string) =>
      openConsole(app).call("POST", "/session/password", { email, password: what });
    for (let tries = 0; tries < 50; tries++)
      expect((await guess("a wrong password")).reason).toBe("sign_in_failed");
    expect(await guess(password)).toMatchObject({ status: 429 });
    app.clock.advance(60);
    expect((await guess(password)).info).toMatchObject({ attempt: expect.any(String) });
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
  const browsers = new Map<Role, ConsoleBrowser>();
  let visitors: { cookie: string | null }[] = [];
  // The checks of the installation, one of the calls, would make a database of their own and look for the media programs.
  beforeEach(() => {
    vi.stubEnv("DATABASE_URL", app.database.url);
    vi.stubEnv("FFMPEG_PATH", "/nowhere/ffmpeg");
  });
  // Other files follow in this process.
  afterEach(() => vi.unstubAllEnvs());
  beforeAll(async () => {
    visitors = [await makeGuest(app), await makeMember(app)];
    for (const role of roles) operators.set(role, await makeOperator(app, role));
  });

  /** Asks in the role's browser, which is signed in again when a call before this one has ended its session. */
  async function ask(role: Role, method: string, path: string, body: object | undefined) {
    const answer = await browsers.get(role)?.call(method, path, body);
    if (answer && answer.reason !== "operator_required") return answer;
    const browser = await signInAgain(app, operators.get(role) as MadeOperator);
    browsers.set(role, browser);
    return browser.call(method, path, body);
  }

  test.each(consoleCalls.map(([name, call]) => [name, call] as const))(
    "%s answers the roles of its permission alone",
    async (name, call) => {
      const [method = "", url = ""] = name.split(" ");
      const path = url.replace("/api/console", "");
      const permission = call.console?.permission ?? "none";
      const body = method === "GET" ? undefined : { nonsense: true, role: "owner" };
      for (const sid of [null, ...visitors.map(({ cookie }) => cookie)]) {
        const headers: Record<string, string> = sid === null ? {} : { cookie: `sid=${sid}; console=${sid}` };
        const answer = await openConsole(app).call(method, path, body, headers);
        expect(answer.reason === "operator_required", `nobody: ${answer.reason}`).toBe(permission !== "none");
      }
      for (const role of roles) {
        const answer = await ask(role, method, path, body);
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
      log: (app.http as unknown as { log: never }).log,
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
    expect(app.http.hasRoute({ method, url }), name).toBe(true);
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
