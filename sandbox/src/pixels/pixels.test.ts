import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Received } from "./received.ts";

let ready: { pixels: string; errors: string; control: string };
let end: () => Promise<unknown>;

beforeAll(async () => {
  const child = fork(join(import.meta.dirname, "main.ts"), ["--port", "0"], { execArgv: [], env: {} });
  const exit = once(child, "exit");
  [{ ready }] = (await once(child, "message")) as [{ ready: typeof ready }];
  end = () => {
    child.disconnect();
    return exit;
  };
});
afterAll(() => end());
beforeEach(() => fetch(`${ready.control}/received`, { method: "DELETE" }));

async function received(): Promise<Received[]> {
  const answer = await fetch(`${ready.control}/received`);
  return ((await answer.json()) as { received: Received[] }).received;
}

test("each vendor's script is where its page tag expects it, and knows its origin", async () => {
  for (const path of [
    "/en_US/fbevents.js",
    "/i18n/pixel/events.js?sdkid=C4A1&lib=ttq",
    "/gtag/js?id=G-ABCDE12345",
  ]) {
    const answer = await fetch(ready.pixels + path);
    expect(answer.headers.get("content-type")).toContain("text/javascript");
    expect(await answer.text()).toContain(`const ORIGIN = "${ready.pixels}"`);
  }
  expect((await received()).map(({ vendor, kind, id }) => [vendor, kind, id])).toEqual([
    ["meta", "script", ""],
    ["tiktok", "script", "C4A1"],
    ["google", "script", "G-ABCDE12345"],
  ]);
});

test("Meta's image request is read: event, event id and parameters", async () => {
  const query = new URLSearchParams({
    id: "123456789012345",
    ev: "Purchase",
    dl: "http://localhost/order/result",
    "cd[value]": "6.99",
    "cd[content_ids]": '["s1"]',
    eid: "e1",
  });
  const answer = await fetch(`${ready.pixels}/tr/?${query.toString()}`);
  expect(answer.headers.get("content-type")).toBe("image/gif");
  expect(await received()).toMatchObject([
    { vendor: "meta", event: "Purchase", eventId: "e1", params: { value: "6.99", content_ids: ["s1"] } },
  ]);
});

test("TikTok's and Google's reports are read, including several of Google's in one request", async () => {
  await fetch(`${ready.pixels}/api/v2/pixel`, {
    method: "POST",
    body: JSON.stringify({
      event: "Search",
      event_id: "e1",
      context: { pixel: { code: "C4A1" }, page: { url: "http://localhost/" } },
      properties: { query: "mara" },
    }),
  });
  const body = "en=page_view\r\nen=search&ep.search_term=mara&epn.value=0";
  const answer = await fetch(`${ready.pixels}/g/collect?v=2&tid=G-1&cid=1.2&gcs=G101`, {
    method: "POST",
    body,
  });
  expect(answer.status).toBe(204);
  expect(await received()).toMatchObject([
    { vendor: "tiktok", id: "C4A1", event: "Search", eventId: "e1", params: { query: "mara" } },
    { vendor: "google", id: "G-1", event: "page_view" },
    {
      vendor: "google",
      id: "G-1",
      event: "search",
      params: { search_term: "mara", value: 0, consent: "G101" },
    },
  ]);
});

test("an envelope of error reports is read by its project; its other items are skipped", async () => {
  const event = { event_id: "1", exception: { values: [{ type: "TypeError", value: "It broke" }] } };
  const lines = [{ dsn: "x" }, { type: "session" }, { started: "x" }, { type: "event" }, event];
  const body = lines.map((row) => JSON.stringify(row)).join("\n");
  expect((await fetch(`${ready.errors}/api/7/envelope/?sentry_key=a`, { method: "POST", body })).status).toBe(
    200,
  );
  expect(await received()).toMatchObject([{ vendor: "errors", id: "7", event: "TypeError: It broke" }]);
});

test("an invalid report is refused, and a page of another origin can neither read nor clear anything", async () => {
  expect((await fetch(`${ready.pixels}/tr/?ev=PageView`)).status).toBe(400);
  expect((await fetch(`${ready.pixels}/api/v2/pixel`, { method: "POST", body: "no" })).status).toBe(400);
  const crossOrigin = { headers: { origin: "http://elsewhere.example" } };
  expect((await fetch(`${ready.control}/received`, crossOrigin)).status).toBe(403);
  expect(await received()).toEqual([]);
});

test("the page shows what was received, and never as markup", async () => {
  await fetch(`${ready.pixels}/tr/?id=12345&ev=%3Cimg%20src=x%3E&eid=e1`);
  const page = await (await fetch(`${ready.control}/`)).text();
  expect(page).toContain("&lt;img src=x&gt;");
  expect(page).not.toContain("<img src=x>");
});
