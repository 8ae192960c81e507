import { beforeEach, expect, test, vi } from "vitest";
import type { AppEvent } from "../../lib/track.ts";
import { createDispatcher } from "./dispatcher.ts";
import type { Pixel } from "./pixels/pixel.ts";
import type { Vendor } from "./vendors.ts";

let dispatched: string[] = [];
beforeEach(() => {
  dispatched = [];
  vi.stubGlobal("location", { search: "", hostname: "localhost" });
  vi.stubGlobal("document", { cookie: "" });
});

function vendor(name: Vendor["name"], purpose: Vendor["purpose"], fault?: Error): Vendor {
  const pixel: Pixel = {
    page: (eventId) => void dispatched.push(`${name} page ${eventId}`),
    track(event, _params, eventId) {
      if (fault) throw fault;
      dispatched.push(`${name} ${event} ${eventId}`);
    },
    consent: (granted) => void dispatched.push(`${name} ${granted ? "given" : "taken"}`),
  };
  return { name, purpose, cookies: /^none$/, open: async () => pixel };
}

function createEvent(name: string, path = "/videos/1"): AppEvent {
  return { name, params: {}, eventId: `${name}1`, path, at: 1 };
}

const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

test("R86: vendors that become allowed receive the events of the current page, not those before it", async () => {
  const dispatcher = createDispatcher([vendor("Meta", "ads")]);
  dispatcher.dispatch(createEvent("PageView", "/"));
  dispatcher.dispatch(createEvent("ViewContent"));
  dispatcher.dispatch(createEvent("PageView"));
  dispatcher.allow({ ads: true, analytics: false });
  await flushPromises();
  expect(dispatched).toEqual(["Meta ViewContent ViewContent1", "Meta page PageView1"]);
});

test("R86: each purpose allows only its own vendors", async () => {
  const dispatcher = createDispatcher([vendor("Meta", "ads"), vendor("Google Analytics", "analytics")]);
  dispatcher.allow({ ads: false, analytics: true });
  dispatcher.dispatch(createEvent("search"));
  await flushPromises();
  expect(dispatched).toEqual(["Google Analytics search search1"]);
  dispatcher.allow({ ads: true, analytics: false });
  dispatcher.dispatch(createEvent("AddToWishlist"));
  await flushPromises();
  expect(dispatched.slice(1)).toEqual([
    "Google Analytics taken",
    "Meta search search1",
    "Meta AddToWishlist AddToWishlist1",
  ]);
});

test("R86: withdrawn and renewed consent is reported, and events continue from there", async () => {
  const dispatcher = createDispatcher([vendor("TikTok", "ads")]);
  dispatcher.allow({ ads: true, analytics: true });
  dispatcher.allow({ ads: false, analytics: false });
  dispatcher.dispatch(createEvent("search"));
  await flushPromises();
  dispatcher.allow({ ads: true, analytics: false });
  dispatcher.dispatch(createEvent("ViewContent"));
  await flushPromises();
  expect(dispatched).toEqual(["TikTok taken", "TikTok given", "TikTok ViewContent ViewContent1"]);
});

test("R27, R28: on an order's result vendors receive only its purchase events, on the card form nothing", async () => {
  const dispatcher = createDispatcher([vendor("Meta", "ads")]);
  dispatcher.allow({ ads: true, analytics: true });
  for (const path of ["/order/result", "/order/easy"])
    for (const name of ["PageView", "ViewContent", "Purchase", "Subscribe", "unlock_episode"])
      dispatcher.dispatch(createEvent(name, path));
  await flushPromises();
  expect(dispatched).toEqual([
    "Meta Purchase Purchase1",
    "Meta Subscribe Subscribe1",
    "Meta unlock_episode unlock_episode1",
  ]);
});

test("R86: events for our own records reach no vendor, and the start of a video only Google", async () => {
  const dispatcher = createDispatcher([vendor("Meta", "ads"), vendor("Google Analytics", "analytics")]);
  dispatcher.allow({ ads: true, analytics: true });
  for (const name of ["paywall_view", "first_frame", "video_start"]) dispatcher.dispatch(createEvent(name));
  await flushPromises();
  expect(dispatched).toEqual(["Google Analytics video_start video_start1"]);
});

test.each(["?code=abc", "?order=1&key=abc"])(
  "T17: while %s is in the address, vendors receive nothing",
  async (search) => {
    vi.stubGlobal("location", { search, hostname: "localhost" });
    const dispatcher = createDispatcher([vendor("Meta", "ads")]);
    dispatcher.allow({ ads: true, analytics: true });
    dispatcher.dispatch(createEvent("PageView"));
    await flushPromises();
    expect(dispatched).toEqual([]);
  },
);

test("R86: a pixel that throws, or cannot be loaded, does not affect the others", async () => {
  const info = vi.spyOn(console, "info").mockReturnValue(undefined);
  const gone: Vendor = { ...vendor("TikTok", "ads"), open: () => Promise.reject(new Error("blocked")) };
  const dispatcher = createDispatcher([
    gone,
    vendor("Meta", "ads", new Error("broken")),
    vendor("Google Ads", "ads"),
  ]);
  dispatcher.allow({ ads: true, analytics: true });
  dispatcher.dispatch(createEvent("search"));
  await flushPromises();
  expect(dispatched).toEqual(["Google Ads search search1"]);
  expect(info).toHaveBeenCalledTimes(1);
});
