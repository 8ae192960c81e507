import { expect, test, vi } from "vitest";
import { type AppEvent, onTrack, track } from "./track.ts";

test("R98: events before the first listener wait, with an id created once from name and time", () => {
  vi.stubGlobal("location", { pathname: "/videos/1" });
  vi.spyOn(Date, "now").mockReturnValue(1_795_000_000_000);
  const received: AppEvent[] = [];
  track("search", { query: "mara" });
  onTrack((one) => received.push(one));
  track("Purchase", {}, "order-event");
  onTrack((one) => received.push(one));
  expect(received).toEqual([
    {
      name: "search",
      params: { query: "mara" },
      eventId: "search1795000000000",
      path: "/videos/1",
      at: 1_795_000_000_000,
    },
    { name: "Purchase", params: {}, eventId: "order-event", path: "/videos/1", at: 1_795_000_000_000 },
  ]);
});

test("R98: two events of one name in the same millisecond have different ids", () => {
  vi.stubGlobal("location", { pathname: "/videos/2" });
  vi.spyOn(Date, "now").mockReturnValue(1_795_000_100_000);
  const received: AppEvent[] = [];
  onTrack((one) => received.push(one));
  track("unlock_episode");
  track("unlock_episode");
  expect(received.map(({ eventId }) => eventId)).toEqual([
    "unlock_episode1795000100000",
    "unlock_episode1795000100001",
  ]);
});
