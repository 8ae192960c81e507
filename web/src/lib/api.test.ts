import { expect, test } from "vitest";
import { type ApiContext, ApiError, createCall } from "./api.ts";
import { createStore, type Store } from "./storage.ts";

interface Sent {
  url: string;
  init: RequestInit;
}

function createContext(answer: () => Response | Promise<Response>, changes: Partial<ApiContext> = {}) {
  const sent: Sent[] = [];
  const said: string[] = [];
  const store: Store = createStore(() => null);
  const call = createCall({
    fetch: async (url, init = {}) => {
      sent.push({ url: url as string, init });
      return answer();
    },
    store,
    language: () => "fr",
    cookies: () => true,
    showToast: (text) => said.push(text),
    generalFailure: () => "No connection.",
    ...changes,
  });
  return { call, sent, said, store };
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), { status, headers });
}

function headersOf(sent: Sent[]): Record<string, string> {
  return (sent[0]?.init.headers ?? {}) as Record<string, string>;
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError))
    throw new Error(`The call did not fail with an ApiError: ${String(error)}`);
  return error;
}

const home = { featured: { id: "f", title: "F", list: [] }, sections: [] };

test("R56: calls go to the page's own origin", async () => {
  const { call, sent } = createContext(() => json({ code: 200, message: "", info: home }));
  await call("GET /api/homepage");
  expect(sent[0]?.url).toBe("/api/homepage?fbclid=&ttclid=");
  expect(sent[0]?.init.method).toBe("GET");
});

test("R57: a call times out after 100000 ms", async () => {
  const limits: number[] = [];
  const real = AbortSignal.timeout;
  AbortSignal.timeout = (ms) => {
    limits.push(ms);
    return real.call(AbortSignal, ms);
  };
  try {
    const { call } = createContext(() => json({ code: 200, message: "", info: home }));
    await call("GET /api/homepage");
  } finally {
    AbortSignal.timeout = real;
  }
  expect(limits).toEqual([100_000]);
});

test("R58: every call carries the default headers and the chosen language", async () => {
  const { call, sent, store } = createContext(() => json({ code: 200, message: "", info: home }));
  store.set("referrerToken", "r1");
  store.set("fbclid", "f1");
  store.set("ttclid", "t1");
  await call("GET /api/homepage");
  expect(headersOf(sent)).toEqual({
    "Content-Type": "application/json",
    "X-User-Referer-Token": "r1",
    FBCLID: "f1",
    TTCLID: "t1",
    "Accept-Language": "fr",
  });
});

test("R59: the user token is sent only where cookies are disabled", async () => {
  const answer = () => json({ code: 200, message: "", info: home });
  const withCookies = createContext(answer);
  withCookies.store.set("userToken", "u1");
  await withCookies.call("GET /api/homepage");
  expect(headersOf(withCookies.sent)).not.toHaveProperty("X-User-Token");

  const without = createContext(answer, { cookies: () => false });
  await without.call("GET /api/homepage");
  expect(headersOf(without.sent)).not.toHaveProperty("X-User-Token");
  without.store.set("userToken", "u1");
  without.sent.length = 0;
  await without.call("GET /api/homepage");
  expect(headersOf(without.sent)["X-User-Token"]).toBe("u1");
});

test("R60: every request has both click ids in addition to its own parameters", async () => {
  const { call, sent, store } = createContext(() => json({ code: 200, message: "", info: {} }));
  store.set("fbclid", "f 1&x");
  await call("GET /api/video", { id: "s1" });
  const query = new URLSearchParams(sent[0]?.url.split("?")[1]);
  expect([...query]).toEqual([
    ["id", "s1"],
    ["fbclid", "f 1&x"],
    ["ttclid", ""],
  ]);
});

test("R60: a body carries the click ids where a call has one", async () => {
  const { call, sent } = createContext(() => json({ code: 200, message: "", info: {} }));
  const post = call as unknown as (name: string, params: object) => Promise<unknown>;
  await post("POST /api/user/logout", { a: 1 });
  expect(sent[0]?.url).toBe("/api/user/logout");
  expect(JSON.parse(sent[0]?.init.body as string)).toEqual({ a: 1, fbclid: "", ttclid: "" });
});

test("R61: a user token in an answer of a path under /api/user is saved, and no other", async () => {
  const answer = () => json({ code: 200, message: "", info: {} }, 200, { "x-user-token": "u9" });
  const elsewhere = createContext(answer);
  await elsewhere.call("GET /api/homepage");
  expect(elsewhere.store.get("userToken")).toBeNull();
  const user = createContext(answer);
  const call = user.call as unknown as (name: string) => Promise<unknown>;
  await call("GET /api/username");
  expect(user.store.get("userToken")).toBeNull();
  await call("GET /api/user");
  expect(user.store.get("userToken")).toBe("u9");
});

test("R88: code 200 resolves to info, else to data", async () => {
  const info = createContext(() => json({ code: 200, message: "", info: home }));
  expect(await info.call("GET /api/homepage")).toEqual(home);
  const data = createContext(() => json({ code: 200, message: "", data: { list: [1] } }));
  expect(await data.call("GET /api/config")).toEqual({ list: [1] });
});

test("R89: code 500 shows its message and rejects", async () => {
  const { call, said } = createContext(() =>
    json({ code: 500, message: "Wrong password.", reason: "invalid_request" }),
  );
  const error = await failure(call("GET /api/homepage"));
  expect(error.code).toBe(500);
  expect(error.reason).toBe("invalid_request");
  expect(said).toEqual(["Wrong password."]);
});

test.each([401, 402, 404, 409])("R90: code %i rejects silently", async (code) => {
  const { call, said } = createContext(() => json({ code, message: "Something." }));
  expect((await failure(call("GET /api/homepage"))).code).toBe(code);
  expect(said).toEqual([]);
});

test("R47: code 402 includes the offer", async () => {
  const offer = { seriesId: "s1", fromEpisode: 4, unlock: null, plans: [] };
  const { call } = createContext(() =>
    json({ code: 402, message: "", reason: "payment_required", info: { offer } }),
  );
  expect((await failure(call("GET /api/video/episode", { id: "e4" }))).offer).toEqual(offer);
});

test("R91: an HTTP failure shows the body's message", async () => {
  const { call, said } = createContext(() => json({ code: 429, message: "Wait a minute." }, 429));
  expect((await failure(call("GET /api/homepage"))).code).toBe(429);
  expect(said).toEqual(["Wait a minute."]);
});

test("R91: a failure without a message shows a general one in the viewer's language", async () => {
  const html = createContext(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  expect((await failure(html.call("GET /api/homepage"))).code).toBe(502);
  expect(html.said).toEqual(["No connection."]);
  const offline = createContext(() => Promise.reject(new TypeError("Failed to fetch")));
  expect((await failure(offline.call("GET /api/homepage"))).code).toBe(0);
  expect(offline.said).toEqual(["No connection."]);
  const localised = createContext(() => new Response("<h1>Hotel Wi-Fi</h1>"));
  expect((await failure(localised.call("GET /api/homepage"))).code).toBe(0);
  expect(localised.said).toEqual(["No connection."]);
});

test("R91: quiet calls never show a message", async () => {
  for (const answer of [
    () => json({ code: 500, message: "No." }),
    () => json({ code: 503, message: "No." }, 503),
    () => Promise.reject(new TypeError("Failed to fetch")),
  ]) {
    const { call, said } = createContext(answer);
    await failure(call("GET /api/config", undefined, { quiet: true }));
    expect(said).toEqual([]);
  }
});

test("a call aborted by its screen shows nothing", async () => {
  const control = new AbortController();
  const { call, said } = createContext(() => Promise.reject(new DOMException("Aborted", "AbortError")));
  control.abort();
  await expect(call("GET /api/homepage", undefined, { signal: control.signal })).rejects.toThrow("Aborted");
  expect(said).toEqual([]);
});

test("R52: a field's fault includes its name and message, and a rate limit includes the seconds to wait", async () => {
  const errors = [{ field: "password", message: "Too short." }];
  const invalid = createContext(() => json({ code: 400, message: "Please check.", errors }, 400));
  const fault = await failure(invalid.call("GET /api/homepage", undefined, { quiet: true }));
  expect(fault.fields).toEqual(errors);
  expect(fault.retryAfter).toBeNull();
  const busy = createContext(() => json({ code: 429, message: "Wait." }, 429, { "retry-after": "90" }));
  expect((await failure(busy.call("GET /api/homepage", undefined, { quiet: true }))).retryAfter).toBe(90);
});

test("R38: a call without a session is reported to the page, and no other failure is", async () => {
  let calls = 0;
  const signInRequired = () => {
    calls += 1;
  };
  const answers = [
    json({ code: 404, message: "" }),
    json({ code: 500, message: "" }),
    json({ code: 401, message: "" }),
  ];
  const { call } = createContext(() => answers.shift() ?? Response.error(), { signInRequired });
  await failure(call("GET /api/user/favorite", {}));
  await failure(call("GET /api/user/favorite", {}));
  expect(calls).toBe(0);
  await failure(call("GET /api/user/favorite", {}));
  expect(calls).toBe(1);
});

test("R31: calls contain the browser's country with the language, because prices depend on it", async () => {
  const { call, sent } = createContext(() => json({ code: 200, message: "", info: home }), {
    region: () => "BR",
  });
  await call("GET /api/homepage");
  expect(headersOf(sent)).toMatchObject({ "Accept-Language": "fr-BR" });
});

test("R59: a sign-in waits for the page's identifying call, so that its answer about a guest cannot arrive last", async () => {
  const guest = Promise.withResolvers<Response>();
  const member = json({ code: 200, message: "", info: {} }, 200, { "x-user-token": "member" });
  const { call, sent, store } = createContext(() => (sent.length === 1 ? guest.promise : member), {
    cookies: () => false,
  });
  const asked = call("GET /api/user");
  const signedIn = call("POST /api/user/login", { email: "ada@example.com", password: "lantern" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent.map(({ init }) => init.method)).toEqual(["GET"]);
  guest.resolve(json({ code: 200, message: "", info: {} }, 200, { "x-user-token": "guest" }));
  await Promise.all([asked, signedIn]);
  expect(store.get("userToken")).toBe("member");
});
