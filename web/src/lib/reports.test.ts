import type { ReportEvent } from "@cliffhanger/contract";
import { expect, test, vi } from "vitest";
import { createReports, newEvent, sendReports } from "./reports.ts";

/** Creates a context with manual timers; `answers` are given to one request after another, then "ok". */
function createContext(answers: (number | "ok")[] = []) {
  const sent: string[][] = [];
  let timers: { wait: number; run: () => void }[] = [];
  const reports = createReports({
    after(wait, run) {
      const timer = { wait, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    async send(list) {
      sent.push(list.map(({ eventId }) => eventId));
      const answer = answers.shift() ?? "ok";
      if (answer !== "ok") throw Object.assign(new Error("no"), { code: answer });
    },
  });
  async function tick(): Promise<number | undefined> {
    const [timer] = timers.splice(0, 1);
    timer?.run();
    await new Promise<void>((done) => setImmediate(done));
    return timer?.wait;
  }
  return { reports, sent, tick };
}

function event(eventId: string): ReportEvent {
  return { event: "first_frame", eventId, at: "2026-11-20T12:00:00.000Z" };
}

test("R83: events within five seconds are sent in one request", async () => {
  const { reports, sent, tick } = createContext();
  reports.report(event("a"));
  reports.report(event("b"));
  expect(sent).toEqual([]);
  expect(await tick()).toBe(5000);
  reports.report(event("c"));
  await tick();
  expect(sent).toEqual([["a", "b"], ["c"]]);
});

test("R83: an unloading page sends the waiting events, each once", async () => {
  const { reports, sent, tick } = createContext();
  reports.report(event("a"));
  reports.flush();
  reports.flush();
  await tick();
  expect(sent).toEqual([["a"]]);
});

test("R83: a request contains at most fifty events, and fifty do not wait", async () => {
  const { reports, sent, tick } = createContext();
  for (let index = 0; index < 60; index += 1) reports.report(event(`e${index}`));
  expect(sent.map((batch) => batch.length)).toEqual([50]);
  await tick();
  expect(sent.map((batch) => batch.length)).toEqual([50, 10]);
});

test("R83: events that did not arrive are sent again, with growing delays; refused ones are dropped", async () => {
  const { reports, sent, tick } = createContext([0, 503, "ok", 400]);
  reports.report(event("a"));
  await tick();
  reports.report(event("b"));
  expect(await tick()).toBe(10_000);
  expect(await tick()).toBe(20_000);
  expect(sent).toEqual([["a"], ["a", "b"], ["a", "b"]]);
  reports.report(event("c"));
  await tick();
  await tick();
  expect(sent.at(-1)).toEqual(["c"]);
  expect(sent).toHaveLength(4);
});

test("R83: offline, the newest two hundred events wait", async () => {
  const { reports, sent, tick } = createContext(Array.from({ length: 4 }, () => 0));
  reports.report(event("first"));
  await tick();
  for (let index = 0; index < 300; index += 1) reports.report(event(`e${index}`));
  for (let index = 0; index < 12; index += 1) await tick();
  const arrived = new Set(sent.flat());
  expect(arrived).toContain("e299");
  expect(arrived).not.toContain("e99");
});

test("R98: the id of an event is its name and the time in milliseconds, and no two are the same", () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(1_795_000_000_000);
  const ids = Array.from({ length: 3 }, () => newEvent("first_frame", {}).eventId);
  expect(ids).toEqual(["first_frame1795000000000", "first_frame1795000000001", "first_frame1795000000002"]);
  expect(newEvent("play_end", {}).eventId).toBe("play_end1795000000000");
  now.mockReturnValue(1_795_000_000_500);
  expect(newEvent("first_frame", {})).toMatchObject({
    eventId: "first_frame1795000000500",
    at: new Date(1_795_000_000_500).toISOString(),
  });
  now.mockRestore();
});

test("R83: a single event is sent as GET /api/reports; several, or playback measurements, as a batch", async () => {
  const sent: unknown[][] = [];
  const call = async (...given: unknown[]) => void sent.push(given);
  const single = { ...event("share_video1"), event: "share_video", value: 6.99, currency: "USD" };
  const measured = { ...event("first_frame1"), props: { ttff: 300 } };
  await sendReports([single], call);
  await sendReports([measured], call);
  await sendReports([single, single], call);
  const options = { keepalive: true, quiet: true };
  expect(sent).toEqual([
    [
      "GET /api/reports",
      {
        event: "share_video",
        eventId: "share_video1",
        at: "2026-11-20T12:00:00.000Z",
        value: "6.99",
        currency: "USD",
      },
      options,
    ],
    ["POST /api/reports", { list: [measured] }, options],
    ["POST /api/reports", { list: [single, single] }, options],
  ]);
});
