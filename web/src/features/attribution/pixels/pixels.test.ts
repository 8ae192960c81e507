import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openGoogle } from "./google.ts";
import { openMeta } from "./meta.ts";
import { isCustom, withDefaults } from "./pixel.ts";
import { openTikTok } from "./tiktok.ts";

/** The requested scripts, with their callbacks. */
let scripts: { src: string; onload: () => void; onerror: () => void }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  scripts = [];
  const window = { location: { href: "http://localhost/videos/1" } };
  vi.stubGlobal("window", window);
  vi.stubGlobal("location", window.location);
  vi.stubGlobal("document", {
    title: "A series",
    createElement: () => {
      const script = { src: "", onload: () => undefined, onerror: () => undefined, remove: () => undefined };
      scripts.push(script);
      return script;
    },
    head: { append: () => undefined },
  });
});
afterEach(() => void vi.useRealTimers());

test("R97: an event has a currency and a value, by default or its own", () => {
  expect(withDefaults({})).toEqual({ currency: "USD", value: 0 });
  expect(withDefaults({ value: 19.99, currency: "JPY" })).toEqual({ currency: "JPY", value: 19.99 });
});

test("R100: an event with an underscore in its name is our own, and so is search", () => {
  expect(["user_login", "unlock_episode", "search"].map(isCustom)).toEqual([true, true, true]);
  expect(["Search", "Purchase", "PageView", "login"].map(isCustom)).toEqual([false, false, false, false]);
});

test("R85, R97, R98, R100: Meta is called as its documentation says, with the id as a value", () => {
  const meta = openMeta("123456789012345");
  meta.page("PageView1");
  meta.track("search", { query: "mara" }, "search1");
  meta.track("user_login", { method: "email" }, "user_login1");
  meta.consent(false);
  expect(window.fbq?.queue).toEqual([
    ["set", "autoConfig", false, "123456789012345"],
    ["consent", "revoke"],
    ["init", "123456789012345"],
    ["consent", "grant"],
    ["track", "PageView", { currency: "USD", value: 0 }, { eventID: "PageView1" }],
    ["trackCustom", "search", { currency: "USD", value: 0, search_string: "mara" }, { eventID: "search1" }],
    ["trackCustom", "user_login", { currency: "USD", value: 0, method: "email" }, { eventID: "user_login1" }],
    ["consent", "revoke"],
  ]);
  expect(scripts.map(({ src }) => src)).toEqual(["https://connect.facebook.net/en_US/fbevents.js"]);
});

test("R85, R97, R98: TikTok's queue contains what its script expects", async () => {
  const tiktok = openTikTok("C4A1B2C3D4E5F6G7H8I9");
  scripts[0]?.onload();
  await vi.advanceTimersByTimeAsync(0);
  tiktok.page("PageView1");
  tiktok.track("Purchase", { seriesId: "s1", title: "A", orderId: "o1", value: 6.99 }, "e1");
  expect([...(window.ttq ?? [])]).toEqual([
    ["holdConsent"],
    ["grantConsent"],
    ["page", {}, { event_id: "PageView1" }],
    [
      "track",
      "Purchase",
      {
        currency: "USD",
        value: 6.99,
        contents: [
          { content_id: "s1", content_type: "product", content_name: "A", quantity: 1, price: 6.99 },
        ],
        order_id: "o1",
      },
      { event_id: "e1" },
    ],
  ]);
  expect(Object.keys(window.ttq?._i ?? {})).toEqual(["C4A1B2C3D4E5F6G7H8I9"]);
  expect(scripts[0]?.src).toBe(
    "https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=C4A1B2C3D4E5F6G7H8I9&lib=ttq",
  );
});

test("R99: a missing TikTok script is requested again after 2000 ms, and then receives the waiting events", async () => {
  const tiktok = openTikTok("C4A1B2C3D4E5F6G7H8I9");
  tiktok.track("search", {}, "e1");
  scripts[0]?.onerror();
  await vi.advanceTimersByTimeAsync(1999);
  expect(scripts).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(scripts).toHaveLength(2);
  expect(window.ttq?.flat()).not.toContain("search");
  scripts[1]?.onload();
  await vi.advanceTimersByTimeAsync(0);
  expect(window.ttq?.at(-1)).toEqual(["track", "search", { currency: "USD", value: 0 }, { event_id: "e1" }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(scripts).toHaveLength(2);
});

test("R99: after five retries TikTok is dropped, and no events accumulate", async () => {
  const tiktok = openTikTok("C4A1B2C3D4E5F6G7H8I9");
  for (let time = 0; time < 40; time += 1) {
    scripts.at(-1)?.onerror();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(scripts).toHaveLength(6);
  tiktok.track("search", {}, "e1");
  scripts.at(-1)?.onload();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(window.ttq?.flat()).not.toContain("search");
});

test("R85, R97: Google receives its own event names, for measurement only, and is disabled when consent is withdrawn", () => {
  const google = openGoogle("G-ABCDE12345");
  google.track("Purchase", { orderId: "o1", seriesId: "s1", title: "A", value: 6.99 }, "e1");
  google.track("AddPaymentInfo", { method: "card" }, "e2");
  google.track("video_progress", { percent: 100, title: "A" }, "e3");
  google.consent(false);
  const said = (window.dataLayer ?? []).map((given) => Array.from(given as ArrayLike<unknown>));
  expect(said[0]).toMatchObject([
    "consent",
    "default",
    { ad_storage: "denied", analytics_storage: "denied" },
  ]);
  expect(said[1]).toEqual(["consent", "update", { analytics_storage: "granted" }]);
  expect(said[3]).toMatchObject(["config", "G-ABCDE12345", { send_page_view: false }]);
  expect(said.slice(4, 7)).toEqual([
    [
      "event",
      "purchase",
      {
        currency: "USD",
        value: 6.99,
        items: [{ item_id: "s1", item_name: "A", price: 6.99, quantity: 1 }],
        transaction_id: "o1",
        event_id: "e1",
      },
    ],
    ["event", "add_payment_info", { currency: "USD", value: 0, payment_type: "card", event_id: "e2" }],
    [
      "event",
      "video_complete",
      { currency: "USD", value: 0, video_percent: 100, video_title: "A", event_id: "e3" },
    ],
  ]);
  expect(window["ga-disable-G-ABCDE12345"]).toBe(true);
});
