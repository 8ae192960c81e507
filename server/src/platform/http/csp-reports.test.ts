import pino from "pino";
import { afterEach, expect, test } from "vitest";
import { messageOf } from "#platform/messages";
import { manualClock } from "#test/manual-clock";
import { noRules } from "#test/no-rules";
import { registerCspReports } from "./csp-reports.ts";
import { pageHeaders } from "./headers.ts";
import { type Http, openHttp } from "./server.ts";

const clock = manualClock(new Date("2026-11-20T12:00:00Z"));
let http: Http;
let lines: string[] = [];
afterEach(() => http.close());

function server() {
  lines = [];
  const log = pino({ level: "info" }, { write: (entry: string) => void lines.push(entry) });
  http = openHttp({
    config: { publicOrigin: null, trustProxy: [] },
    log,
    clock,
    identify: async () => null,
    rules: noRules,
    messageOf,
    page: async (_request, reply) => reply.code(404).send(),
  });
  return registerCspReports(http, { log, clock, perMinute: 20 });
}

const old = (directive: string, blocked: string) => ({
  "csp-report": {
    "document-uri": "http://localhost/videos/hush?token=hush",
    "effective-directive": directive,
    "blocked-uri": blocked,
    "script-sample": "hush",
  },
});
const modern = (directive: string, blocked: string) => ({
  type: "csp-violation",
  url: "http://localhost/hush",
  body: { effectiveDirective: directive, blockedURL: blocked, sample: "hush" },
});

const send = (body: unknown, type: string, address = "192.0.2.1") =>
  http.inject({
    method: "POST",
    url: "/api/reports/csp",
    headers: { "content-type": type },
    payload: typeof body === "string" ? body : JSON.stringify(body),
    remoteAddress: address,
  });

test("ASVS 3.4.7: reports of both forms are counted by directive and host, and nothing else of them is stored", async () => {
  const reports = server();
  const legacy = "application/csp-report";
  expect((await send(old("script-src-elem", "https://evil.example/x.js?hush"), legacy)).statusCode).toBe(204);
  await send(old("script-src-elem", "https://evil.example/y.js"), legacy);
  await send(old("style-src 'self' hush", "inline"), legacy);
  await send(
    [modern("img-src", "data"), modern("hush-src", "chrome-extension://hush/x")],
    "application/reports+json",
  );
  await send([{ type: "deprecation", body: {} }, 7, null], "application/reports+json");
  expect(reports.counts()).toEqual([
    { directive: "script-src-elem", host: "evil.example", count: 2 },
    { directive: "style-src", host: "inline", count: 1 },
    { directive: "img-src", host: "data", count: 1 },
    { directive: "other", host: "chrome-extension", count: 1 },
  ]);
  reports.flush();
  expect(lines.join("")).toContain("evil.example");
  expect(lines.join("")).not.toContain("hush");
  expect(reports.counts()).toEqual([]);
});

test("T13: twenty reports a minute are counted per address, and invented hosts use bounded memory", async () => {
  const reports = server();
  const codes = [];
  for (let count = 0; count < 25; count++)
    codes.push(
      (await send(old("img-src", `https://h${count}.example/`), "application/csp-report")).statusCode,
    );
  expect(codes).toEqual([...Array(20).fill(204), ...Array(5).fill(429)]);
  const other = await send(old("img-src", "https://a.example/"), "application/csp-report", "192.0.2.2");
  expect(other.statusCode).toBe(204);
  clock.advance(60);
  expect((await send(old("img-src", "self"), "application/csp-report")).statusCode).toBe(204);
  for (let count = 0; count < 400; count++)
    await send(
      old("img-src", `https://x${count}.example/`),
      "application/csp-report",
      `198.51.${count % 250}.${count >> 4}`,
    );
  expect(reports.counts().length).toBeLessThanOrEqual(201);
  expect(reports.counts().reduce((sum, { count }) => sum + count, 0)).toBe(422);
});

test("T13: two thousand reports a minute are counted from all networks together, and none from new networks after that", async () => {
  const reports = server();
  const many = Array.from({ length: 20 }, () => modern("img-src", "https://a.example/"));
  const statusOf = async (address: string) =>
    (await send(many, "application/reports+json", address)).statusCode;
  for (let network = 0; network < 100; network++)
    expect(await statusOf(`198.51.100.${network}`), `network ${network}`).toBe(204);
  expect(await statusOf("203.0.113.1")).toBe(429);
  expect(await statusOf("198.51.100.0")).toBe(429);
  expect(reports.counts()).toEqual([{ directive: "img-src", host: "a.example", count: 2000 }]);
  clock.advance(60);
  expect(await statusOf("203.0.113.1")).toBe(204);
});

test("T25: an invalid report is refused, and pages name the report address", async () => {
  server();
  expect((await send("{", "application/csp-report")).statusCode).toBe(400);
  expect((await send(old("img-src", "x".repeat(20_000)), "application/csp-report")).statusCode).toBe(413);
  expect((await send({}, "text/plain")).statusCode).toBe(415);
  expect(pageHeaders["content-security-policy"]).toMatch(/report-uri \/api\/reports\/csp$/);
});
