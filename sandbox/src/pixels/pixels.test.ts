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

test("each vendor's script is where its page tag looks for it, and knows where it came from", async () => {
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

test("Meta's picture is read: event, id of the event, and what it says of itself", async () => {
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

test("TikTok's and Google's reports are read, several of Google's in one go too", async () => {
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

test("an envelope of error reports is read by its project; what is no report in it is passed over", async () => {
  const event = { event_id: "1", exception: { values: [{ type: "TypeError", value: "It broke" }] } };
  const lines = [{ dsn: "x" }, { type: "session" }, { started: "x" }, { type: "event" }, event];
  const body = lines.map((line) => JSON.stringify(line)).join("\n");
  expect((await fetch(`${ready.errors}/api/7/envelope/?sentry_key=a`, { method: "POST", body })).status).toBe(
    200,
  );
  expect(await received()).toMatchObject([{ vendor: "errors", id: "7", event: "TypeError: It broke" }]);
});

test("what is no report of anybody's is refused, and a page of another origin reads and forgets nothing", async () => {
  expect((await fetch(`${ready.pixels}/tr/?ev=PageView`)).status).toBe(400);
  expect((await fetch(`${ready.pixels}/api/v2/pixel`, { method: "POST", body: "no" })).status).toBe(400);
  const foreign = { headers: { origin: "http://elsewhere.example" } };
  expect((await fetch(`${ready.control}/received`, foreign)).status).toBe(403);
  expect(await received()).toEqual([]);
});

test("a person reads it on a page, on which nothing that was sent is markup", async () => {
  await fetch(`${ready.pixels}/tr/?id=12345&ev=%3Cimg%20src=x%3E&eid=e1`);
  const page = await (await fetch(`${ready.control}/`)).text();
  expect(page).toContain("&lt;img src=x&gt;");
  expect(page).not.toContain("<img src=x>");
});
