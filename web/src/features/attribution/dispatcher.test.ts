import { beforeEach, expect, test, vi } from "vitest";
import type { AppEvent } from "../../lib/track.ts";
import { createDispatcher } from "./dispatcher.ts";
import type { Pixel } from "./pixels/pixel.ts";
import type { Vendor } from "./vendors.ts";

let told: string[] = [];
beforeEach(() => {
  told = [];
  vi.stubGlobal("location", { search: "", hostname: "localhost" });
  vi.stubGlobal("document", { cookie: "" });
});

function vendor(name: Vendor["name"], purpose: Vendor["purpose"], fault?: Error): Vendor {
  const pixel: Pixel = {
    page: (eventId) => void told.push(`${name} page ${eventId}`),
    track(event, _params, eventId) {
      if (fault) throw fault;
      told.push(`${name} ${event} ${eventId}`);
    },
    consent: (granted) => void told.push(`${name} ${granted ? "given" : "taken"}`),
  };
  return { name, purpose, cookies: /^none$/, open: async () => pixel };
}

function one(name: string, path = "/videos/1"): AppEvent {
  return { name, params: {}, eventId: `${name}1`, path, at: 1 };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test("R86: what happened on the page in view is told to whom it is allowed now; what happened before it is nobody's business", async () => {
  const dispatcher = createDispatcher([vendor("Meta", "ads")]);
  dispatcher.dispatch(one("PageView", "/"));
  dispatcher.dispatch(one("ViewContent"));
  dispatcher.dispatch(one("PageView"));
  dispatcher.allow({ ads: true, analytics: false });
  await settle();
  expect(told).toEqual(["Meta ViewContent ViewContent1", "Meta page PageView1"]);
});

test("R86: each purpose allows its own vendors alone", async () => {
  const dispatcher = createDispatcher([vendor("Meta", "ads"), vendor("Google Analytics", "analytics")]);
  dispatcher.allow({ ads: false, analytics: true });
  dispatcher.dispatch(one("search"));
  await settle();
  expect(told).toEqual(["Google Analytics search search1"]);
  dispatcher.allow({ ads: true, analytics: false });
  dispatcher.dispatch(one("AddToWishlist"));
  await settle();
  expect(told.slice(1)).toEqual([
    "Google Analytics taken",
    "Meta search search1",
    "Meta AddToWishlist AddToWishlist1",
  ]);
});

test("R86: what is taken back and given again is told, and goes on from there", async () => {
  const dispatcher = createDispatcher([vendor("TikTok", "ads")]);
  dispatcher.allow({ ads: true, analytics: true });
  dispatcher.allow({ ads: false, analytics: false });
  dispatcher.dispatch(one("search"));
  await settle();
  dispatcher.allow({ ads: true, analytics: false });
  dispatcher.dispatch(one("ViewContent"));
  await settle();
  expect(told).toEqual(["TikTok taken", "TikTok given", "TikTok ViewContent ViewContent1"]);
});

test("R27, R28: beside the end of an order only money is told, beside the card form nothing", async () => {
  const dispatcher = createDispatcher([vendor("Meta", "ads")]);
  dispatcher.allow({ ads: true, analytics: true });
  for (const path of ["/order/result", "/order/easy"])
    for (const name of ["PageView", "ViewContent", "Purchase", "Subscribe", "unlock_episode"])
      dispatcher.dispatch(one(name, path));
  await settle();
  expect(told).toEqual([
    "Meta Purchase Purchase1",
    "Meta Subscribe Subscribe1",
    "Meta unlock_episode unlock_episode1",
  ]);
});

test("R86: what only our own books count goes to nobody else, and the beginning of a film to Google alone", async () => {
  const dispatcher = createDispatcher([vendor("Meta", "ads"), vendor("Google Analytics", "analytics")]);
  dispatcher.allow({ ads: true, analytics: true });
  for (const name of ["paywall_view", "first_frame", "video_start"]) dispatcher.dispatch(one(name));
  await settle();
  expect(told).toEqual(["Google Analytics video_start video_start1"]);
});

test.each(["?code=abc", "?order=1&key=abc"])(
  "T17: while %s stands in the address nobody is told of it",
  async (search) => {
    vi.stubGlobal("location", { search, hostname: "localhost" });
    const dispatcher = createDispatcher([vendor("Meta", "ads")]);
    dispatcher.allow({ ads: true, analytics: true });
    dispatcher.dispatch(one("PageView"));
    await settle();
    expect(told).toEqual([]);
  },
);

test("R86: a pixel that throws, or cannot be fetched, keeps none of the others", async () => {
  const info = vi.spyOn(console, "info").mockReturnValue(undefined);
  const gone: Vendor = { ...vendor("TikTok", "ads"), open: () => Promise.reject(new Error("blocked")) };
  const dispatcher = createDispatcher([
    gone,
    vendor("Meta", "ads", new Error("broken")),
    vendor("Google Ads", "ads"),
  ]);
  dispatcher.allow({ ads: true, analytics: true });
  dispatcher.dispatch(one("search"));
  await settle();
  expect(told).toEqual(["Google Ads search search1"]);
  expect(info).toHaveBeenCalledTimes(1);
});
