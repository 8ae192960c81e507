import type { ReportEvent } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { createReports, newEvent } from "./reports.ts";

/** A world whose timers run when they are told to; `answers` are given to one send after the other, then "ok". */
function world(answers: (number | "ok")[] = []) {
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

test("R83: events that come within five seconds go out in one call", async () => {
  const { reports, sent, tick } = world();
  reports.report(event("a"));
  reports.report(event("b"));
  expect(sent).toEqual([]);
  expect(await tick()).toBe(5000);
  reports.report(event("c"));
  await tick();
  expect(sent).toEqual([["a", "b"], ["c"]]);
});

test("R83: a page that goes away sends what waits, and each event once", async () => {
  const { reports, sent, tick } = world();
  reports.report(event("a"));
  reports.flush();
  reports.flush();
  await tick();
  expect(sent).toEqual([["a"]]);
});

test("R83: no call carries more than fifty events, and fifty do not wait", async () => {
  const { reports, sent, tick } = world();
  for (let index = 0; index < 60; index += 1) reports.report(event(`e${index}`));
  expect(sent.map((batch) => batch.length)).toEqual([50]);
  await tick();
  expect(sent.map((batch) => batch.length)).toEqual([50, 10]);
});

test("R83: what did not arrive is sent again, later each time; what is refused is given up", async () => {
  const { reports, sent, tick } = world([0, 503, "ok", 400]);
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
  const { reports, sent, tick } = world(Array.from({ length: 4 }, () => 0));
  reports.report(event("first"));
  await tick();
  for (let index = 0; index < 300; index += 1) reports.report(event(`e${index}`));
  for (let index = 0; index < 12; index += 1) await tick();
  const arrived = new Set(sent.flat());
  expect(arrived).toContain("e299");
  expect(arrived).not.toContain("e99");
});

test("R98: every event has an id of its own", () => {
  const ids = new Set(Array.from({ length: 100 }, () => newEvent("first_frame", {}).eventId));
  expect(ids.size).toBe(100);
});
