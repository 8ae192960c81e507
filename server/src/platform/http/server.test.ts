import { type AddressInfo, connect } from "node:net";
import { text as readAll } from "node:stream/consumers";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "#platform/log";
import { messageOf } from "#platform/messages";
import { manualClock } from "#test/manual-clock";
import { noRules } from "#test/no-rules";
import { cachedResponseOf } from "./cached-response.ts";
import { sendDocument } from "./call.ts";
import { DomainError } from "./errors.ts";
import { type Http, openHttp } from "./server.ts";

const log = openLog({ level: "silent", pretty: false });
const clock = manualClock(new Date("2026-11-20T12:00:00Z"));
const text = "a public document ".repeat(100);
let local: Http;
let open: Http;

function server(publicOrigin: string | null, to = log): Http {
  const http = openHttp({
    config: { publicOrigin, trustProxy: [] },
    log: to,
    clock,
    identify: async () => null,
    rules: noRules,
    messageOf,
    page: async (_request, reply) => reply.code(404).type("text/html").send("<title>shell</title>"),
  });
  const access = { config: { access: "anyone" as const } };
  const document = cachedResponseOf(text, "application/json; charset=utf-8");
  http.get("/api/document", access, async (request, reply) => sendDocument(request, reply, document));
  http.post("/api/change", access, async () => ({ changed: true }));
  http.get("/api/fault", access, async () => {
    throw new Error("select secret from table at /srv/app");
  });
  http.get("/broken", access, async () => {
    throw new Error("select secret from table at /srv/app");
  });
  http.get("/media/v/:grant/:file", access, async () => "");
  http.get("/api/locked", access, async () => {
    throw new DomainError(402, "payment_required", { info: { offer: {} } });
  });
  return http;
}

beforeAll(() => {
  local = server(null);
  open = server("https://watch.example.com");
});
afterAll(async () => {
  await local.close();
  await open.close();
});

test("a route without declared access prevents the server from starting", async () => {
  const http = server(null);
  expect(() => http.get("/api/forgotten", async () => "")).toThrow("does not say who may call it");
  await http.close();
});

test("R88: a handled outcome is HTTP 200 with its code, reason, message and info", async () => {
  const answer = await local.inject({ url: "/api/locked", headers: { "accept-language": "dy" } });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    code: 402,
    reason: "payment_required",
    message: "Diese Folge ist für Mitglieder.",
    info: { offer: {} },
  });
});

test("R91: an internal fault is HTTP 500 with a readable message and reveals no internals", async () => {
  const answer = await local.inject("/api/fault");
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 500, reason: "internal_error" });
  expect(answer.body).not.toMatch(/select|srv|stack|Error/);
});

test("an internal fault on a page is a readable page in the visitor's language", async () => {
  const answer = await local.inject({
    url: "/broken",
    headers: { "accept-language": "fr", accept: "text/html" },
  });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers["content-type"]).toContain("text/html");
  expect(answer.body).toContain("Un problème est survenu de notre côté");
  expect(answer.body).not.toContain("secret");
});

test("an address that cannot be decoded is refused with the envelope and not repeated", async () => {
  const answer = await local.inject("/%ff");
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 400, reason: "invalid_request" });
  expect(answer.body).not.toMatch(/FST_|%ff/);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});

test("an unknown API path is 404, another method 405 with Allow, a page path gets the shell with 404 (R1, R29)", async () => {
  expect((await local.inject("/api/nothing")).json()).toMatchObject({ code: 404, reason: "not_found" });
  const wrong = await local.inject({ method: "DELETE", url: "/api/document" });
  expect(wrong.statusCode).toBe(405);
  expect(wrong.headers.allow).toContain("GET");
  const named = await local.inject({ method: "POST", url: "/media/v/grant/1.m4s" });
  expect([named.statusCode, named.headers.allow]).toEqual([405, "GET, HEAD"]);
  for (const url of ["/media/v/grant", "/media/v/grant/", "/media/v/grant/a/b"])
    expect((await local.inject({ method: "POST", url })).statusCode, url).toBe(404);
  const page = await local.inject("/no/such/page");
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain("shell");
});

test("malformed, too large and non-JSON bodies are refused with 400, 413 and 415", async () => {
  const post = (payload: string, type = "application/json") =>
    local.inject({ method: "POST", url: "/api/change", payload, headers: { "content-type": type } });
  expect((await post("{")).statusCode).toBe(400);
  expect((await post(JSON.stringify("x".repeat(70_000)))).statusCode).toBe(413);
  for (const type of ["application/x-www-form-urlencoded", "text/plain", "text/plain; application/json"])
    expect((await post("{}", type)).statusCode, type).toBe(415);
  expect((await post('{"__proto__":{"admin":true}}')).statusCode).toBe(400);
});

test("a public document has an ETag, is revalidated and compressed", async () => {
  const first = await local.inject("/api/document");
  expect(first.body).toBe(text);
  const again = await local.inject({
    url: "/api/document",
    headers: { "if-none-match": String(first.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe("");
  const packed = await local.inject({ url: "/api/document", headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(packed.rawPayload.length).toBeLessThan(text.length / 4);
  const refused = await local.inject({ url: "/api/document", headers: { "accept-encoding": "br;q=0" } });
  expect(refused.headers["content-encoding"]).toBeUndefined();
  expect(refused.body).toBe(text);
});

test("R55: another site's page cannot change anything here", async () => {
  const post = (headers: Record<string, string>) =>
    open.inject({
      method: "POST",
      url: "/api/change",
      payload: {},
      headers: { host: "watch.example.com", ...headers },
    });
  expect((await post({ "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
  expect((await post({ "sec-fetch-site": "same-site" })).statusCode).toBe(403);
  expect((await post({ origin: "https://evil.example" })).statusCode).toBe(403);
  expect((await post({ origin: "null" })).statusCode).toBe(403);
  expect((await post({ origin: "https://watch.example.com" })).statusCode).toBe(200);
  expect((await post({ "sec-fetch-site": "same-origin" })).statusCode).toBe(200);
});

test("only our own host is accepted: the public one, or this machine's names and addresses", async () => {
  const at = async (http: Http, host: string) =>
    (await http.inject({ url: "/api/document", headers: { host } })).statusCode;
  expect(await at(open, "watch.example.com")).toBe(200);
  expect(await at(open, "localhost:3000")).toBe(421);
  expect(await at(open, "evil.example")).toBe(421);
  for (const host of ["localhost:3000", "127.0.0.1:3000", "192.168.1.20:3000", "[::1]:3000"])
    expect(await at(local, host)).toBe(200);
  expect(await at(local, "rebound.evil.example")).toBe(421);
});

test("every answer has the security headers, and strict transport only over https", async () => {
  const answer = await open.inject({ url: "/api/document", headers: { host: "watch.example.com" } });
  expect(answer.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(answer.headers["strict-transport-security"]).toMatch(/max-age=31536000/);
  expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  expect((await local.inject("/api/document")).headers["strict-transport-security"]).toBeUndefined();
});

test.each([
  ["GET / HTTP/9.9", 400, "invalid_request"],
  ["no request at all", 400, "invalid_request"],
  [`GET / HTTP/1.1\r\nHost: localhost\r\nCookie: sid=${"x".repeat(20_000)}`, 431, "too_large"],
])(
  "input that is not a valid request is refused with the envelope too: %.20s",
  async (sent, code, reason) => {
    const http = server(null);
    await http.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect((http.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(`${sent}\r\n\r\n`);
    const [head = "", body = ""] = (await readAll(socket)).split("\r\n\r\n");
    expect(head).toContain(`HTTP/1.1 ${code} `);
    expect(head).toContain("x-content-type-options: nosniff");
    expect(JSON.parse(body)).toEqual({ code, reason, message: expect.stringMatching(/\w/) });
    await http.close();
  },
);

test("T29: the log contains no grant, no keyword and no query of a request, even at its most verbose level", async () => {
  const lines: string[] = [];
  const talkative = pino({ level: "debug" }, { write: (entry: string) => void lines.push(entry) });
  const http = server(null, talkative);
  const headers = { cookie: "sid=hush-cookie", "x-user-token": "hush-token", "user-agent": "hush-agent" };
  for (const url of [
    "/media/v/hush-grant/v720.m3u8?hush-query",
    "/searchDetail/hush-keyword?q=hush-query",
    "/hush@example.com",
    "/api/hush-path",
    "/api/fault?hush-query",
    "/videos",
  ])
    await http.inject({ url, headers });
  await http.close();
  const written = lines.join("");
  expect(written).toContain('"path":"/media/v/:grant/:file"');
  expect(written).toContain('"path":"/searchDetail/…"');
  expect(written).toContain('"path":"/videos"');
  expect(written).not.toContain("hush");
});
