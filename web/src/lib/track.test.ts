import { expect, test, vi } from "vitest";
import { type AppEvent, onTrack, track } from "./track.ts";

test("R98: what happens before anybody listens waits, with an id made once from its name and the time", () => {
  vi.stubGlobal("location", { pathname: "/videos/1" });
  vi.spyOn(Date, "now").mockReturnValue(1_795_000_000_000);
  const heard: AppEvent[] = [];
  track("search", { query: "mara" });
  onTrack((one) => heard.push(one));
  track("Purchase", {}, "order-event");
  onTrack((one) => heard.push(one));
  expect(heard).toEqual([
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
