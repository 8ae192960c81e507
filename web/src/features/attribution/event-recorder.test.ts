import { beforeEach, expect, test, vi } from "vitest";
import { storage } from "../../lib/storage.ts";
import type { AppEvent } from "../../lib/track.ts";
import { createEventRecorder } from "./event-recorder.ts";

/** The requested images. */
let images: { src: string; onerror: (() => void) | null }[] = [];
const reported: unknown[] = [];

beforeEach(() => {
  images = [];
  reported.length = 0;
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      onerror: (() => void) | null = null;
      constructor() {
        images.push(this);
      }
    },
  );
  storage.set("fbclid", "click-1");
  storage.remove("ttclid");
});

function createEvent(name: string, path = "/videos/s1", params: AppEvent["params"] = {}): AppEvent {
  return { name, params, path, at: 1_795_000_000_000, eventId: `${name}1795000000000` };
}

const recorderFor = (landing: boolean) =>
  createEventRecorder({ landing, report: (event) => void reported.push(event) });

test("R60, R82: the first PageView of a landing is sent as an image, with path, id and click ids and nothing else", () => {
  const book = recorderFor(true);
  book(createEvent("PageView"));
  expect(reported).toEqual([]);
  expect(images).toHaveLength(1);
  const url = new URL(images[0]?.src ?? "", "https://watch.example");
  expect(url.pathname).toBe("/api/statics.png");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    event: "PageView",
    eventId: "PageView1795000000000",
    url: "/videos/s1",
    fbclid: "click-1",
    ttclid: "",
  });
});

test("R82: later pages, other events, and a reloaded page are reported without an image", () => {
  const book = recorderFor(true);
  book(createEvent("ViewContent", "/videos/s1", { seriesId: "s1", query: "a secret", title: "Harbour" }));
  book(createEvent("PageView"));
  book(createEvent("PageView", "/my"));
  recorderFor(false)(createEvent("PageView"));
  expect(images).toHaveLength(1);
  expect(reported).toEqual([
    {
      event: "ViewContent",
      eventId: "ViewContent1795000000000",
      at: "2026-11-18T11:06:40.000Z",
      seriesId: "s1",
    },
    { event: "PageView", eventId: "PageView1795000000000", at: "2026-11-18T11:06:40.000Z" },
    { event: "PageView", eventId: "PageView1795000000000", at: "2026-11-18T11:06:40.000Z" },
  ]);
});

test("R82: an event whose image failed is reported like any other", () => {
  recorderFor(true)(createEvent("PageView"));
  images[0]?.onerror?.();
  expect(reported).toEqual([
    { event: "PageView", eventId: "PageView1795000000000", at: "2026-11-18T11:06:40.000Z" },
  ]);
});
