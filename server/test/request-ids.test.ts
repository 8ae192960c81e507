import { languages } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#platform/config";
import { openHttp } from "#platform/http/server";
import { messageOf } from "#platform/messages";
import { type LogLine, openLogLines } from "#test/log-lines";
import { type TestMoney, testMoney } from "#test/money";
import { noRules } from "#test/no-rules";
import { makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { raisedLimits } from "#test/raised-limits";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { timeLimit } from "../../tools/time-limit.ts";
import { type App, createApp } from "../src/app.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

const PROXY = "192.0.2.1";
const STRANGER = "203.0.113.9";

let sandbox: TestSandbox;
let shop: TestMoney;
let node: App;
let lines: LogLine[];
beforeAll(async () => {
  sandbox = await testSandbox();
  shop = await testMoney({}, { smtpUrl: sandbox.smtpUrl });
  const kept = openLogLines();
  lines = kept.lines;
  const env = { ...raisedLimits, DATA_DIR: shop.dataDir, LOG_LEVEL: "info", ACCESS_LOG: "all" };
  const { stripe, paypal } = shop.gateways;
  node = await createApp({
    ...shop,
    config: { ...readConfig(env, shop.dataDir), stripe, paypal, smtpUrl: sandbox.smtpUrl },
    log: kept.log,
    web: null,
    role: "all",
  });
  await node.http.ready();
});
afterAll(async () => {
  await node.stop(0);
  await shop.close();
  await sandbox.stop();
});

const linesOf = (requestId: unknown) => lines.filter((line) => line.requestId === requestId);
const messagesOf = (requestId: unknown) => new Set(linesOf(requestId).map(({ msg }) => msg));

test("O19: one id leads from a request about signing in to its job and its email", async () => {
  const member = await makeMember(node);
  const answer = await member.call("POST", "/api/user/password/forgot", { email: member.email });
  expect(answer.code).toBe(200);
  const id = answer.headers["x-request-id"];
  await expect
    .poll(() => [...messagesOf(id)].toSorted(), { timeout: timeLimit(20) })
    .toEqual(["Email sent", "Job done", "Request answered"]);
  expect(linesOf(id).find(({ msg }) => msg === "Request answered")).toMatchObject({
    method: "POST",
    path: "/api/user/password/forgot",
    status: 200,
    visitor: "none",
    ms: expect.any(Number),
    dbMs: expect.any(Number),
    bytes: expect.any(Number),
  });
  expect(JSON.stringify(linesOf(id))).not.toContain(member.email);
});

test("O19: one id leads from a purchase to its calls of the gateway, its job and its email, each with its duration", async () => {
  const member = await makeMember(node);
  const { info } = await orderOf(member);
  const paid = await payOrder(member, info.order.id);
  expect(paid.code).toBe(200);
  const id = paid.headers["x-request-id"];
  await expect
    .poll(() => [...messagesOf(id)], { timeout: timeLimit(20) })
    .toEqual(expect.arrayContaining(["Gateway called", "Request answered", "Job done", "Email sent"]));
  expect(linesOf(id).find(({ msg }) => msg === "Request answered")).toMatchObject({ visitor: "member" });
  const calls = linesOf(id).filter(({ msg }) => msg === "Gateway called");
  expect(calls.map(({ gateway, call }) => `${String(gateway)} ${String(call)}`)).toEqual(
    expect.arrayContaining(["stripe create", "stripe charge"]),
  );
  for (const line of linesOf(id).filter(({ msg }) => /called|answered|done|sent/.test(msg)))
    expect(line["ms"], line.msg).toEqual(expect.any(Number));
});

function openServer(level = "debug") {
  const kept = openLogLines(level);
  const http = openHttp({
    config: { publicOrigin: null, trustProxy: [`${PROXY}/32`], accessLog: "errors" },
    log: kept.log,
    clock: shop.clock,
    identify: async () => null,
    rules: noRules,
    messageOf,
    page: async (_request, reply) => reply.code(404).send(),
  });
  const anyone = { config: { access: "anyone" as const } };
  const fail = async () => {
    throw new Error("a fault of ours");
  };
  http.get("/broken", anyone, fail);
  http.get("/api/broken", anyone, fail);
  http.post("/api/echo", anyone, async () => {
    kept.log.info("Handled");
    return {};
  });
  onTestFinished(() => http.close());
  return { http, lines: kept.lines };
}

test("O20: an id is taken over from a trusted proxy, never from a stranger, and no other text reaches the log", async () => {
  const { http, lines: written } = openServer();
  const idOf = async (given: string, remoteAddress: string) => {
    const answer = await http.inject({
      method: "POST",
      url: "/api/echo",
      payload: { some: "body" },
      headers: { "x-request-id": given },
      remoteAddress,
    });
    return answer.headers["x-request-id"];
  };
  expect(await idOf("from_the-Proxy01", PROXY)).toBe("from_the-Proxy01");
  expect(await idOf("from_the-Proxy01", `::ffff:${PROXY}`)).toBe("from_the-Proxy01");
  expect(written.filter(({ msg }) => msg === "Handled").map(({ requestId }) => requestId)).toEqual([
    "from_the-Proxy01",
    "from_the-Proxy01",
  ]);
  expect(await idOf("hush_from_stranger", STRANGER)).toMatch(/^[0-9a-z]{26}$/);
  for (const hostile of [
    "hush",
    `hush${"x".repeat(61)}`,
    'hush"},{"level":60',
    "hush<script>",
    "hush\thush\u00e9",
  ])
    expect(await idOf(hostile, PROXY)).toMatch(/^[0-9a-z]{26}$/);
  expect(JSON.stringify(written)).not.toContain("hush");
});

test.each(languages)(
  "O20: an error names its request to a client of the API, and on the page in %s",
  async (language) => {
    const { http, lines: written } = openServer("info");
    const headers = { "accept-language": language };
    const page = await http.inject({ url: "/broken", headers });
    const id = String(page.headers["x-request-id"]);
    expect(page.body).toContain(`${messageOf("request_id", language)}: <code>${id}</code>`);
    const fault = await http.inject({ url: "/api/broken", headers });
    expect(fault.json().requestId).toBe(fault.headers["x-request-id"]);
    expect(written.map(({ msg, requestId }) => [msg, requestId])).toEqual([
      ["Request failed", id],
      ["Request answered", id],
    ]);
  },
);
