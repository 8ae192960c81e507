import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestMoney, testMoney } from "#test/money";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney({ METRICS_PORT: "0" });
});
afterAll(() => app?.close());
beforeEach(() => app.database.pool.query("delete from webhook_inbox"));

const path = "/api/webhook/payment/stripe";

/** Returns a webhook as Stripe would sign it, in bytes that no JSON serialiser here would produce. */
function signed(eventId: string, more: { at?: number; body?: string } = {}) {
  const at = more.at ?? Math.floor(app.clock.now().getTime() / 1000);
  const metadata = '{"app":"cliffhanger","env":"test"}';
  const body =
    more.body ??
    `{ "id" :"${eventId}",\r\n\t"type":"payment_intent.succeeded", "n": 1.0e2, "s": "\\u00e9é",
      "data":{"object":{"id":"pi_none","metadata":${metadata}}}}\n`;
  const [secret = ""] = app.gateways.stripe.webhookSecrets;
  const mac = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return { body, headers: { "stripe-signature": `t=${at},v1=${mac}`, "content-type": "application/json" } };
}

async function send({ body, headers }: { body: string; headers: Record<string, string> }) {
  const answer = await fetch(app.origin + path, { method: "POST", body, headers });
  return { status: answer.status, text: await answer.text(), type: answer.headers.get("content-type") };
}

async function stored() {
  const { rows } = await app.database.pool.query<{ event_id: string; state: string; raw: Buffer }>(
    "select event_id, state, raw from webhook_inbox order by event_id",
  );
  return rows;
}

/** Returns how many were rejected, from the operator's metrics. */
async function refused() {
  const figures = await (await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).text();
  const counted = figures.matchAll(/^webhooks_total\{.*outcome="rejected"\} (\d+)$/gm);
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

test("case 21, R48: a signed body is stored byte for byte, whatever its content type, and answered in plain text", async () => {
  for (const [at, type] of [
    "application/json",
    "application/json; charset=utf-8",
    "text/plain",
    "application/octet-stream",
  ].entries()) {
    const { body, headers } = signed(`evt_bytes_${at}`);
    expect(await send({ body, headers: { ...headers, "content-type": type } })).toEqual({
      status: 200,
      text: "kept\n",
      type: "text/plain; charset=utf-8",
    });
    expect((await stored()).at(-1)?.raw.toString()).toBe(body);
  }
});

test("case 21: a body that was reserialised on the way is rejected, though it means the same", async () => {
  const { body, headers } = signed("evt_rewritten");
  expect(await send({ body: JSON.stringify(JSON.parse(body)), headers })).toMatchObject({ status: 400 });
  expect(await stored()).toEqual([]);
});

test("case 19: an unsigned webhook is rejected, not stored, and counted", async () => {
  const { body, headers } = signed("evt_forged");
  const before = await refused();
  const forged = [
    { "content-type": "application/json" },
    { ...headers, "stripe-signature": "" },
    { ...headers, "stripe-signature": headers["stripe-signature"].replace(/.$/, "x") },
  ];
  for (const one of forged) expect(await send({ body, headers: one })).toMatchObject({ status: 400 });
  expect(await stored()).toEqual([]);
  expect(await refused()).toBe(before + forged.length);
});

test("case 19: a duplicated signature header is rejected", async () => {
  const { body, headers } = signed("evt_twice");
  const { port } = new URL(app.origin);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      const header = `stripe-signature: ${headers["stripe-signature"]}\r\n`;
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${header}${header}connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(await stored()).toEqual([]);
});

test("case 20: a repeat within the time limit is accepted and stored once; a later one, or one from the future, is rejected", async () => {
  const first = signed("evt_again");
  expect(await send(first)).toMatchObject({ status: 200 });
  expect(await send(first)).toMatchObject({ status: 200 });
  expect(await stored()).toHaveLength(1);
  const now = Math.floor(app.clock.now().getTime() / 1000);
  expect(await send(signed("evt_old", { at: now - 301 }))).toMatchObject({ status: 400 });
  expect(await send(signed("evt_new", { at: now + 301 }))).toMatchObject({ status: 400 });
  expect(await stored()).toHaveLength(1);
});

test("case 26: fifty concurrent copies of an event are stored once", async () => {
  const same = signed("evt_fifty");
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(same)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await stored()).toHaveLength(1);
});

test("case 28: an event that is not ours is stored as ignored", async () => {
  const body =
    '{"id":"evt_theirs","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","metadata":{}}}}';
  expect(await send(signed("evt_theirs", { body }))).toMatchObject({ status: 200 });
  expect(await stored()).toMatchObject([{ event_id: "evt_theirs", state: "ignored" }]);
});

test("case 18: an event that cannot be stored is not acknowledged, and is stored when it is sent again", async () => {
  const webhook = signed("evt_locked");
  const client = await app.database.pool.connect();
  try {
    await client.query("begin; lock table webhook_inbox in access exclusive mode");
    expect(await send(webhook)).toMatchObject({ status: 503 });
  } finally {
    await client.query("rollback");
    client.release();
  }
  expect(await send(webhook)).toMatchObject({ status: 200 });
  expect(await stored()).toMatchObject([{ event_id: "evt_locked", state: "new" }]);
});

test("a body of more than 256 KB is not read", async () => {
  expect(await send(signed("evt_big", { body: " ".repeat(256 * 1024 + 1) }))).toMatchObject({ status: 413 });
  const whole = signed("evt_whole").body;
  const large = signed("evt_whole", { body: whole + " ".repeat(200 * 1024) });
  expect(await send(large)).toMatchObject({ status: 200 });
});

test("a webhook of a gateway that is not configured answers 404", async () => {
  const gateways = app.billing.gateways as Map<string, unknown>;
  const stripe = gateways.get("stripe");
  gateways.delete("stripe");
  try {
    expect(await send(signed("evt_nobody"))).toMatchObject({ status: 404 });
  } finally {
    gateways.set("stripe", stripe);
  }
});

test("R55: a page of another site cannot send a webhook from a visitor's browser", async () => {
  const { body, headers } = signed("evt_page");
  expect(await send({ body, headers: { ...headers, "sec-fetch-site": "cross-site" } })).toMatchObject({
    status: 403,
  });
});

test("on other routes a body must be JSON", async () => {
  const headers = { "content-type": "text/plain" };
  const answer = await app.http.inject({ method: "POST", url: "/api/webhook/payment", headers, body: "x" });
  expect(answer.statusCode).toBe(404);
});
