import type { User } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { answerDialog, type DialogAnswer, type TestSandbox, testSandbox } from "#test/sandbox";

const otherApp = { id: "200000000000002", secret: "another-apps-secret" };
const password = "three wooden boats";
const waySeconds = 600;

let sandbox: TestSandbox;
let app: TestApp;
beforeAll(async () => {
  sandbox = await testSandbox({ otherApps: [`${otherApp.id}:${otherApp.secret}`] });
  app = await testApp({}, { facebook: sandbox.facebook, smtpUrl: sandbox.smtpUrl });
});
afterAll(async () => {
  await app.close();
  await sandbox.stop();
});

/** A browser that stores cookies and does not follow redirects. */
function newBrowser(on: TestApp = app) {
  const cookies = new Map<string, string>();
  async function ask(method: "GET" | "POST", url: string, payload?: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await on.http.inject({
      method,
      url,
      headers: { cookie },
      ...(payload ? { payload } : {}),
    });
    for (const { name, value } of answer.cookies) {
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return answer;
  }
  const user = async (): Promise<User> => (await ask("GET", "/api/user")).json().info;
  const post = async (url: string, payload: object) => (await ask("POST", url, payload)).json();
  /** Requests an address and returns the redirect target. */
  const go = async (url: string) => String((await ask("GET", url)).headers.location).replace(/#$/, "");
  /** Starts the sign-in; returns the address of the dialog. */
  const begin = (returnTo = "/") => go(`/api/user/facebook?returnTo=${encodeURIComponent(returnTo)}`);
  /** Follows Facebook's redirect to the callback. */
  const followCallback = ({ pathname, search }: URL) => go(pathname + search);
  const viaFacebook = async (answer: DialogAnswer, returnTo = "/") =>
    followCallback(await answerDialog(await begin(returnTo), answer));
  return { cookies, ask, user, post, begin, followCallback, viaFacebook };
}

let people = 0;
function somebody(): DialogAnswer {
  people += 1;
  return { name: `Mara Lind ${people}`, email: `mara${people}@example.com` };
}

async function joinByFacebook(person: DialogAnswer) {
  const browser = newBrowser();
  expect(await browser.viaFacebook(person)).toBe("/register?with=facebook");
  const { code, info } = await browser.post("/api/user/facebook", { agree: true });
  expect(code).toBe(200);
  return { browser, member: info as User };
}

test("R5: a first Facebook sign-in asks for agreement, and the guest becomes the member", async () => {
  const browser = newBrowser();
  const guest = await browser.user();
  const person = somebody();
  expect(await browser.viaFacebook(person, "/videos/abc?ep=3")).toBe(
    "/register?with=facebook&returnTo=%2Fvideos%2Fabc%3Fep%3D3",
  );
  expect((await browser.user()).kind).toBe("guest");
  const refused = await browser.post("/api/user/facebook", { agree: false });
  expect(refused).toMatchObject({ code: 400, reason: "agreement_required", errors: [{ field: "agree" }] });
  const agreed = await browser.post("/api/user/facebook", { agree: true, language: "dy" });
  expect(agreed.info).toMatchObject({
    id: guest.id,
    kind: "member",
    email: person.email,
    displayName: person.name,
    language: "de",
    signIn: { password: false, facebook: true },
  });
  expect(await browser.user()).toMatchObject({ id: guest.id, kind: "member" });
  const agreements = (await browser.ask("GET", "/api/user/agreements")).json().data.list;
  expect(agreements.map((one: { document: string }) => one.document).sort()).toEqual([
    "privacyPolicy",
    "serviceAgreement",
  ]);
  expect(await browser.post("/api/user/facebook", { agree: true })).toMatchObject({ code: 409 });
});

test("R5: a known Facebook account is signed in at once, and the guest's data moves to it", async () => {
  const person = somebody();
  const { member } = await joinByFacebook(person);
  const browser = newBrowser();
  const guest = await browser.user();
  const before = browser.cookies.get("sid");
  expect(await browser.viaFacebook(person, "/my?tab=list")).toBe("/my?tab=list");
  expect(browser.cookies.get("sid")).not.toBe(before);
  expect((await browser.user()).id).toBe(member.id);
  const { rows } = await app.database.pool.query("select merged_into from visitor where id = $1", [guest.id]);
  expect(rows).toEqual([{ merged_into: member.id }]);
});

test("R5: an account with the same address is linked only when its password was given once, in the same browser", async () => {
  const person = somebody();
  const { email } = person;
  const owner = newBrowser();
  const registered = await owner.post("/api/user/register", {
    email,
    password,
    repeatPassword: password,
    agree: true,
  });
  const browser = newBrowser();
  expect(await browser.viaFacebook(person, "/my")).toBe("/login?link=facebook&returnTo=%2Fmy");
  expect((await browser.user()).kind).toBe("guest");
  expect(await browser.post("/api/user/facebook", { agree: true })).toMatchObject({
    reason: "facebook_expired",
  });
  expect(await browser.post("/api/user/login", { email, password: "not this one" })).toMatchObject({
    reason: "login_failed",
  });
  expect((await owner.user()).signIn.facebook).toBe(false);
  const { info } = await browser.post("/api/user/login", { email, password });
  expect(info).toMatchObject({ id: registered.info.id, signIn: { password: true, facebook: true } });
  expect(await newBrowser().viaFacebook(person)).toBe("/");
});

test("R5: a sign-in waiting for one account is not linked to another account", async () => {
  const [person, otherPerson] = [somebody(), somebody()];
  for (const { email } of [person, otherPerson])
    await newBrowser().post("/api/user/register", { email, password, repeatPassword: password, agree: true });
  const browser = newBrowser();
  await browser.viaFacebook(person);
  const { info } = await browser.post("/api/user/login", { email: otherPerson.email, password });
  expect(info.signIn.facebook).toBe(false);
  expect(await newBrowser().viaFacebook(person)).toBe("/login?link=facebook");
});

test.each([
  ["not shared", { shareEmail: false }],
  ["not confirmed at Facebook", { confirmed: false }],
])("R5: without a confirmed Facebook address no member is created (%s)", async (_, how) => {
  const person = { ...somebody(), ...how };
  const browser = newBrowser();
  expect(await browser.viaFacebook(person)).toBe("/login?error=facebook_email");
  expect(await browser.post("/api/user/facebook", { agree: true })).toMatchObject({
    reason: "facebook_expired",
  });
});

test("an unconfirmed Facebook address never opens the account with that address", async () => {
  const person = somebody();
  const { email } = person;
  await newBrowser().post("/api/user/register", { email, password, repeatPassword: password, agree: true });
  const thief = { ...person, name: "Somebody else", confirmed: false };
  expect(await newBrowser().viaFacebook(thief)).toBe("/login?error=facebook_email");
});

test("a Facebook user who hides the address later is still recognised", async () => {
  const person = somebody();
  const { member } = await joinByFacebook(person);
  const browser = newBrowser();
  expect(await browser.viaFacebook({ ...person, shareEmail: false })).toBe("/");
  expect((await browser.user()).id).toBe(member.id);
});

test("declining at Facebook leads to the sign-in screen, which distinguishes it from a failure", async () => {
  const browser = newBrowser();
  expect(await browser.viaFacebook({ ...somebody(), cancel: true }, "/my")).toBe(
    "/login?error=facebook_cancelled&returnTo=%2Fmy",
  );
});

const failed = "/login?error=facebook_failed";

test("a missing, forged or foreign state is rejected, and the real one still works", async () => {
  const person = somebody();
  const browser = newBrowser();
  const back = await answerDialog(await browser.begin(), person);
  const withState = (state: string | null) => {
    const url = new URL(back);
    if (state === null) url.searchParams.delete("state");
    else url.searchParams.set("state", state);
    return url;
  };
  for (const state of [null, "", "x".repeat(43), `${back.searchParams.get("state")?.slice(1)}A`]) {
    expect(await browser.followCallback(withState(state))).toBe(failed);
  }
  // The victim of a forged link has no sign-in in progress, or another one.
  expect(await newBrowser().followCallback(back)).toBe(failed);
  const victim = newBrowser();
  await victim.begin();
  expect(await victim.followCallback(back)).toBe(failed);
  expect(await browser.followCallback(back)).toBe("/register?with=facebook");
});

test("a callback works once: repeating it with the same cookie opens nothing", async () => {
  const person = somebody();
  await joinByFacebook(person);
  const browser = newBrowser();
  const back = await answerDialog(await browser.begin(), person);
  const fb = browser.cookies.get("fb") ?? "";
  expect(await browser.followCallback(back)).toBe("/");
  const thief = newBrowser();
  thief.cookies.set("fb", fb);
  expect(await thief.followCallback(back)).toBe(failed);
  expect(thief.cookies.has("sid")).toBe(false);
});

test("a cookie with a changed time or return path matches no state", async () => {
  const browser = newBrowser();
  const back = await answerDialog(await browser.begin("/my"), somebody());
  const [secret = "", begun = "", returnTo = ""] = (browser.cookies.get("fb") ?? "").split(".");
  const later = (Number.parseInt(begun, 36) + 1).toString(36);
  const elsewhere = Buffer.from("//evil.example").toString("base64url");
  for (const cookie of [
    `${secret}.${later}.${returnTo}`,
    `${secret}.${begun}.${elsewhere}`,
    "x",
    "",
    "..",
    secret,
  ]) {
    browser.cookies.set("fb", cookie);
    expect(await browser.followCallback(back)).toBe(failed);
  }
});

test("a sign-in expires after ten minutes at Facebook, and after ten minutes before the next step", async () => {
  const person = somebody();
  const browser = newBrowser();
  const back = await answerDialog(await browser.begin(), person);
  app.clock.advance(waySeconds);
  expect(await browser.followCallback(back)).toBe(failed);
  expect(await browser.viaFacebook(person)).toBe("/register?with=facebook");
  app.clock.advance(waySeconds);
  expect(await browser.post("/api/user/facebook", { agree: true })).toMatchObject({
    code: 500,
    reason: "facebook_expired",
  });
});

test("a code stolen from another sign-in is useless in one's own (PKCE)", async () => {
  const person = somebody();
  await joinByFacebook(person);
  const stolen = (await answerDialog(await newBrowser().begin(), person)).searchParams.get("code") ?? "";
  const thief = newBrowser();
  const own = await answerDialog(await thief.begin(), somebody());
  own.searchParams.set("code", stolen);
  expect(await thief.followCallback(own)).toBe(failed);
});

test("a code issued to another app is rejected", async () => {
  const person = somebody();
  await joinByFacebook(person);
  const browser = newBrowser();
  const dialog = new URL(await browser.begin());
  dialog.searchParams.set("client_id", otherApp.id);
  const back = await answerDialog(dialog.href, person);
  expect(await browser.followCallback(back)).toBe(failed);
});

test("a refused or malformed code leads to the sign-in screen", async () => {
  for (const code of ["AQnonsense", "", "x".repeat(3000)]) {
    const browser = newBrowser();
    const back = await answerDialog(await browser.begin(), somebody());
    back.searchParams.set("code", code);
    expect(await browser.followCallback(back)).toBe(failed);
  }
  const browser = newBrowser();
  const back = await answerDialog(await browser.begin(), somebody());
  back.searchParams.append("state", "two");
  expect(await browser.followCallback(back)).toBe(failed);
});

test("R5: a tap before hydration, on a link without a path, returns to the path of the form's address", async () => {
  const dialogOf = async (headers: Record<string, string>) => {
    const answer = await app.http.inject({ url: "/api/user/facebook", headers });
    return (
      answer.cookies
        .find(({ name }) => name === "fb")
        ?.value.split(".")
        .at(-1) ?? ""
    );
  };
  const pathOf = (cookie: string) => Buffer.from(cookie, "base64url").toString();
  const referer = "http://localhost/login?returnTo=%2Fmy";
  expect(pathOf(await dialogOf({ referer }))).toBe("/my");
  expect(pathOf(await dialogOf({ referer: "http://localhost/login?returnTo=https://evil.example" }))).toBe(
    "/",
  );
  expect(pathOf(await dialogOf({ referer: "no address" }))).toBe("/");
  expect(pathOf(await dialogOf({}))).toBe("/");
});

test("the return path is always one of ours, whatever the address contains", async () => {
  const person = somebody();
  await joinByFacebook(person);
  const invalid = [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "/api/user",
    "/login",
  ];
  for (const returnTo of invalid)
    expect(await newBrowser().viaFacebook(person, returnTo), returnTo).toBe("/");
  expect(await newBrowser().viaFacebook(person, `/${"x".repeat(600)}`)).toBe("/");
  expect(await newBrowser().viaFacebook(person, "/videos/a#top")).toBe("/videos/a#top");
});

test("an address registered while another person reads the terms stays with its owner", async () => {
  const person = somebody();
  const { email } = person;
  const browser = newBrowser();
  await browser.viaFacebook(person);
  await newBrowser().post("/api/user/register", { email, password, repeatPassword: password, agree: true });
  expect(await browser.post("/api/user/facebook", { agree: true })).toMatchObject({
    reason: "register_failed",
  });
  expect((await browser.user()).kind).toBe("guest");
});

test("neither the address bar nor Facebook sees the secret: it is only in the cookie", async () => {
  const browser = newBrowser();
  const answer = await browser.ask("GET", "/api/user/facebook");
  expect(answer.headers["set-cookie"]).toMatch(
    /^fb=[^;]+; Max-Age=600; Path=\/api\/user; HttpOnly; SameSite=Lax$/,
  );
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  const [secret = "?"] = (browser.cookies.get("fb") ?? "").split(".");
  expect(answer.headers.location).not.toContain(secret);
  const dialog = new URL(String(answer.headers.location));
  expect(Object.fromEntries(dialog.searchParams)).toMatchObject({
    response_type: "code",
    scope: "openid email public_profile",
    code_challenge_method: "S256",
  });
});

test("an unreachable Facebook, or a wrong app secret, is a readable failure and not an internal error", async () => {
  const { facebook } = sandbox;
  const away = { ...facebook, graphUrl: "http://127.0.0.1:9/v23.0" };
  const wrong = { ...facebook, appSecret: "not-the-secret" };
  for (const settings of [away, wrong]) {
    const other = await testApp({}, { facebook: settings });
    expect(await newBrowser(other).viaFacebook(somebody())).toBe(failed);
    await other.close();
  }
});

test("R5: without a Facebook app there is no button and no callback", async () => {
  const plain = await testApp();
  const site = async (one: TestApp) => (await one.http.inject("/api/config")).json().data.site;
  expect(await site(plain)).toMatchObject({ facebook: false, mail: false });
  expect(await site(app)).toMatchObject({ facebook: true, mail: true });
  for (const url of ["/api/user/facebook", "/api/user/facebook/callback?state=x&code=y"])
    expect((await plain.http.inject(url)).json()).toMatchObject({ code: 404 });
  await plain.close();
});
