import { expect, test } from "vitest";
import type { QueuedReport } from "./progress-queue.ts";
import { createProgressReporter } from "./progress-reporter.ts";

type Answer = number | "ok";

/** A world whose clock stands until it is moved; `answers` are given to one send after the other, then "ok". */
function world(answers: Answer[] = [], kept: string | null = null) {
  let now = Date.parse("2026-03-05T12:00:00.000Z");
  let timers: { at: number; run: () => void }[] = [];
  const state = { owner: "guest" as string | null, stored: kept, identified: 0, onAccepted: 0, hold: false };
  const sent: QueuedReport[][] = [];
  const held: (() => void)[] = [];
  const settle = () => new Promise<void>((done) => setImmediate(done));
  const reporter = createProgressReporter({
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    async send(list) {
      sent.push(list);
      if (state.hold) await new Promise<void>((go) => held.push(go));
      const answer = answers.shift() ?? "ok";
      if (answer !== "ok") throw Object.assign(new Error("no"), { code: answer });
    },
    async identify() {
      state.identified += 1;
      state.owner = "opened";
    },
    owner: () => state.owner,
    read: () => state.stored,
    write(text) {
      state.stored = text;
    },
    onAccepted() {
      state.onAccepted += 1;
    },
  });
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      now += 1000;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
      await settle();
    }
  }
  const positions = () => sent.map((batch) => batch.map(({ position }) => position));
  const release = () => held.shift()?.();
  return { reporter, sent, positions, state, pass, settle, release };
}

const at = (episodeId: string, position: number) => ({ episodeId, position, duration: 90 });

test("R67: while an episode plays, one call goes out every ten seconds with the newest position", async () => {
  const { reporter, positions, pass } = world();
  reporter.note(at("e1", 3), true);
  for (let second = 4; second <= 33; second += 1) {
    await pass(1);
    reporter.note(at("e1", second), false);
  }
  await pass(0);
  expect(positions()).toEqual([[3], [13], [23], [33]]);
});

test("R67: a turn goes out at once; each report says when it was", async () => {
  const { reporter, sent, pass } = world();
  reporter.note(at("e1", 3), true);
  await pass(2);
  reporter.note(at("e1", 5), true);
  expect(sent[1]).toEqual([{ ...at("e1", 5), at: "2026-03-05T12:00:02.000Z" }]);
});

test("R67: the page that goes away sends what it noted since the last batch, and that once", async () => {
  const { reporter, positions, pass, settle, state } = world();
  reporter.note(at("e1", 3), true);
  await pass(4);
  reporter.note(at("e1", 7), false);
  state.hold = true;
  reporter.flush();
  reporter.flush();
  await settle();
  expect(positions()).toEqual([[3], [7]]);
});

test("R67: the last second goes out beside a batch that is still on its way", async () => {
  const { reporter, positions, pass, state } = world();
  state.hold = true;
  reporter.note(at("e1", 3), true);
  await pass(1);
  reporter.note(at("e1", 4), false);
  reporter.flush();
  expect(positions()).toEqual([[3], [4]]);
});

test("R67: reports made offline wait, the newest of each episode, and arrive when the connection is back", async () => {
  const { reporter, positions, pass, state } = world([0]);
  reporter.note(at("e1", 3), true);
  await pass(1);
  reporter.note(at("e1", 4), true);
  reporter.note(at("e2", 8), true);
  await pass(1);
  expect(positions()).toEqual([[3]]);
  expect(state.onAccepted).toBe(0);
  reporter.flush();
  await pass(0);
  expect(positions()).toEqual([[3], [4, 8]]);
  await pass(1);
  expect(state.onAccepted).toBe(1);
  expect(state.stored).toBeNull();
});

test("R67: a send that failed is tried again after 5, 10, 20 seconds, and no more than every five minutes", async () => {
  const { reporter, positions, pass, settle } = world([503, 503, 503, "ok"]);
  reporter.note(at("e1", 3), true);
  await settle();
  await pass(4);
  expect(positions()).toHaveLength(1);
  await pass(1);
  expect(positions()).toHaveLength(2);
  await pass(9);
  expect(positions()).toHaveLength(2);
  await pass(1);
  expect(positions()).toHaveLength(3);
  await pass(19);
  expect(positions()).toHaveLength(3);
  await pass(1);
  expect(positions()).toHaveLength(4);
  const patient = world(Array.from({ length: 20 }, () => 0));
  patient.reporter.note(at("e1", 3), true);
  await patient.pass(1000);
  const before = patient.positions().length;
  await patient.pass(301);
  expect(patient.positions().length).toBe(before + 1);
});

test("R39: somebody without a session gets one, and the report goes along", async () => {
  const { reporter, sent, pass, state } = world([401, "ok"]);
  reporter.note(at("e1", 3), true);
  await pass(1);
  expect(state.identified).toBe(1);
  expect(sent).toHaveLength(2);
  expect(state.stored).toBeNull();
  const refused = world([401, 401]);
  refused.reporter.note(at("e1", 3), true);
  await refused.pass(1);
  expect(refused.state.identified).toBe(1);
  expect(refused.state.stored).toContain("e1");
});

test("R67: what the server will never take is given up, what came since stays", async () => {
  const { reporter, positions, pass, state, release } = world([400]);
  state.hold = true;
  reporter.note(at("gone", 3), true);
  await pass(1);
  state.hold = false;
  reporter.note(at("e2", 5), true);
  release();
  await pass(1);
  expect(positions()).toEqual([[3], [5]]);
  expect(state.stored).toBeNull();
});

test("R67: what an earlier visit could not send goes out with this one", async () => {
  const kept = { owner: "guest", list: [{ ...at("e1", 42), at: "2026-03-04T20:00:00.000Z" }] };
  const { reporter, sent, pass } = world([], JSON.stringify(kept));
  reporter.flush();
  await pass(1);
  expect(sent).toEqual([kept.list]);
});

test("R39: what one person watched is never reported as another's", async () => {
  const kept = { owner: "somebody", list: [{ ...at("e1", 42), at: "2026-03-04T20:00:00.000Z" }] };
  const { reporter, sent, pass } = world([], JSON.stringify(kept));
  reporter.flush();
  reporter.note(at("e2", 3), true);
  await pass(1);
  expect(sent.flat().map(({ episodeId }) => episodeId)).toEqual(["e2"]);
});

test("R43: a hundred reports wait at most, and what is no queue counts as none", async () => {
  const { reporter, pass, state } = world(Array.from({ length: 50 }, () => 0));
  for (let index = 0; index <= 100; index += 1) {
    reporter.note(at(`e${index}`, index), true);
    await pass(1);
  }
  const stored = JSON.parse(state.stored ?? "") as { list: QueuedReport[] };
  expect(stored.list).toHaveLength(100);
  expect(stored.list.some(({ episodeId }) => episodeId === "e0")).toBe(false);
  const broken = world([], '{"list":[{"x":1},7,null]}');
  broken.reporter.flush();
  expect(broken.sent).toEqual([]);
});
