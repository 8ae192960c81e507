import { expect, test } from "vitest";
import type { QueuedReport } from "./progress-queue.ts";
import { createProgressReporter } from "./progress-reporter.ts";

type Answer = number | "ok";

/** Creates a context with a manual clock; `answers` are given to one request after another, then "ok". */
function createContext(answers: Answer[] = [], storedText: string | null = null) {
  let now = Date.parse("2026-03-05T12:00:00.000Z");
  let timers: { at: number; run: () => void }[] = [];
  const state = {
    owner: "guest" as string | null,
    isMember: false,
    /** Who signs in next, once their session has ended. */
    next: "opened",
    stored: storedText,
    identified: 0,
    onAccepted: 0,
    hold: false,
  };
  const sent: QueuedReport[][] = [];
  const held: (() => void)[] = [];
  const flushPromises = () => new Promise<void>((done) => setImmediate(done));
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
      state.isMember = state.next !== "opened";
      state.owner = state.next;
    },
    viewer: () => ({ id: state.owner, isMember: state.isMember }),
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
      await flushPromises();
    }
  }
  const positions = () => sent.map((batch) => batch.map(({ position }) => position));
  const release = () => held.shift()?.();
  return { reporter, sent, positions, state, pass, settle: flushPromises, release };
}

const at = (episodeId: string, position: number) => ({ episodeId, position, duration: 90 });

test("R67: while an episode plays, one request every ten seconds has the newest position", async () => {
  const { reporter, positions, pass } = createContext();
  reporter.note(at("e1", 3), true);
  for (let second = 4; second <= 33; second += 1) {
    await pass(1);
    reporter.note(at("e1", second), false);
  }
  await pass(0);
  expect(positions()).toEqual([[3], [13], [23], [33]]);
});

test("R67: a change is sent at once; each report has its time", async () => {
  const { reporter, sent, pass } = createContext();
  reporter.note(at("e1", 3), true);
  await pass(2);
  reporter.note(at("e1", 5), true);
  expect(sent[1]).toEqual([{ ...at("e1", 5), at: "2026-03-05T12:00:02.000Z" }]);
});

test("R67: an unloading page sends the reports since the last batch, once", async () => {
  const { reporter, positions, pass, settle: flushPromises, state } = createContext();
  reporter.note(at("e1", 3), true);
  await pass(4);
  reporter.note(at("e1", 7), false);
  state.hold = true;
  reporter.flush();
  reporter.flush();
  await flushPromises();
  expect(positions()).toEqual([[3], [7]]);
});

test("R67: the last second is sent next to a batch in flight", async () => {
  const { reporter, positions, pass, state } = createContext();
  state.hold = true;
  reporter.note(at("e1", 3), true);
  await pass(1);
  reporter.note(at("e1", 4), false);
  reporter.flush();
  expect(positions()).toEqual([[3], [4]]);
});

test("R67: offline reports wait, the newest of each episode, and are sent when the connection is back", async () => {
  const { reporter, positions, pass, state } = createContext([0]);
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

test("R67: a failed request is repeated after 5, 10, 20 seconds, and at most every five minutes", async () => {
  const { reporter, positions, pass, settle: flushPromises } = createContext([503, 503, 503, "ok"]);
  reporter.note(at("e1", 3), true);
  await flushPromises();
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
  const patient = createContext(Array.from({ length: 20 }, () => 0));
  patient.reporter.note(at("e1", 3), true);
  await patient.pass(1000);
  const before = patient.positions().length;
  await patient.pass(301);
  expect(patient.positions().length).toBe(before + 1);
});

test("R39: a viewer without a session gets one, and the report is sent with it", async () => {
  const { reporter, sent, pass, state } = createContext([401, "ok"]);
  state.owner = null;
  reporter.note(at("e1", 3), true);
  await pass(1);
  expect(state.identified).toBe(1);
  expect(sent).toHaveLength(2);
  expect(state.stored).toBeNull();
  const refused = createContext([401, 401]);
  refused.state.owner = null;
  refused.reporter.note(at("e1", 3), true);
  await refused.pass(1);
  expect(refused.state.identified).toBe(1);
  expect(refused.state.stored).toContain("e1");
});

test("R67: a batch that the server refuses is dropped, newer reports stay", async () => {
  const { reporter, positions, pass, state, release } = createContext([400]);
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

test("R67: reports that an earlier visit could not send are sent with this one's", async () => {
  const storedText = { owner: "guest", list: [{ ...at("e1", 42), at: "2026-03-04T20:00:00.000Z" }] };
  const { reporter, sent, pass } = createContext([], JSON.stringify(storedText));
  reporter.flush();
  await pass(1);
  expect(sent).toEqual([storedText.list]);
});

test("R39: one user's reports are never sent as another's", async () => {
  const storedText = { owner: "somebody", list: [{ ...at("e1", 42), at: "2026-03-04T20:00:00.000Z" }] };
  const { reporter, sent, pass } = createContext([], JSON.stringify(storedText));
  reporter.flush();
  reporter.note(at("e2", 3), true);
  await pass(1);
  expect(sent.flat().map(({ episodeId }) => episodeId)).toEqual(["e2"]);
});

test("R39: the reports of a member whose session ended never become the next guest's, and wait until that member signs in again", async () => {
  const { reporter, positions, pass, state } = createContext([401]);
  Object.assign(state, { owner: "member", isMember: true });
  reporter.note(at("e1", 3), true);
  await pass(1);
  expect(state.owner).toBe("opened");
  expect(positions()).toEqual([[3]]);
  reporter.note(at("e2", 5), true);
  await pass(1);
  expect(positions()).toEqual([[3], [5]]);
  // Another member's either.
  Object.assign(state, { owner: "other", isMember: true });
  reporter.note(at("e3", 7), true);
  await pass(1);
  Object.assign(state, { owner: "member", isMember: true });
  reporter.flush();
  await pass(1);
  expect(positions()).toEqual([[3], [5], [7], [3]]);
  expect(state.stored).toBeNull();
});

test("R39: what a guest watched without a connection becomes that of the member who signs in before it was sent", async () => {
  const { reporter, positions, pass, state } = createContext([0, 0]);
  reporter.note(at("e1", 42), true);
  await pass(1);
  reporter.note(at("e2", 8), true);
  // In another tab, in which the guest signs in.
  Object.assign(state, { owner: "member", isMember: true });
  reporter.note(at("e3", 5), false);
  reporter.flush();
  await pass(0);
  await pass(1);
  reporter.flush();
  await pass(1);
  expect(positions().at(-1)).toEqual([42, 8, 5]);
  expect(state.stored).toBeNull();
});

test("R39: a report that arrives when its guest's session has just become a member's is sent again with that", async () => {
  const { reporter, positions, pass, state } = createContext([401]);
  state.next = "member";
  reporter.note(at("e1", 42), true);
  await pass(1);
  expect(positions()).toEqual([[42], [42]]);
  expect(state.stored).toBeNull();
});

test("R39: after signing out nobody sends the reports of who was signed in", async () => {
  const storedText = { owner: "member", list: [{ ...at("e1", 42), at: "2026-03-04T20:00:00.000Z" }] };
  const { reporter, sent, pass, state } = createContext([401], JSON.stringify(storedText));
  state.owner = null;
  reporter.flush();
  await pass(1);
  reporter.note(at("e2", 3), true);
  await pass(1);
  expect(sent.flat().map(({ episodeId }) => episodeId)).toEqual(["e2", "e2"]);
});

test("R39, R61: what a member's player reports after they signed out in another tab is nobody's, and what the next viewer watches is theirs", async () => {
  const { reporter, sent, pass, state } = createContext();
  Object.assign(state, { owner: "member", isMember: true });
  const playing = reporter.viewing();
  playing(at("e1", 40), true);
  await pass(1);
  // As signing out in another tab leaves the storage, before it has the next guest and after.
  Object.assign(state, { owner: null, isMember: false, stored: null });
  playing(at("e1", 41), true);
  await pass(1);
  Object.assign(state, { owner: "next", isMember: false });
  playing(at("e1", 42), true);
  await pass(1);
  Object.assign(state, { owner: "other", isMember: true });
  playing(at("e1", 43), true);
  reporter.viewing()(at("e2", 5), true);
  await pass(1);
  expect(sent.flat().map(({ position }) => position)).toEqual([40, 5]);
});

test("R39: a player that a guest began goes on reporting for the member who signs in, and for a guest who is known only later", async () => {
  const { reporter, positions, pass, state } = createContext();
  state.owner = null;
  const playing = reporter.viewing();
  playing(at("e1", 3), true);
  await pass(1);
  state.owner = "guest";
  playing(at("e1", 4), true);
  await pass(1);
  Object.assign(state, { owner: "member", isMember: true });
  playing(at("e1", 5), true);
  await pass(1);
  expect(positions()).toEqual([[3], [4], [5]]);
});

test("R43: at most a hundred reports wait, and an invalid queue counts as none", async () => {
  const { reporter, pass, state } = createContext(Array.from({ length: 50 }, () => 0));
  for (let index = 0; index <= 100; index += 1) {
    reporter.note(at(`e${index}`, index), true);
    await pass(1);
  }
  const stored = JSON.parse(state.stored ?? "") as { list: QueuedReport[] };
  expect(stored.list).toHaveLength(100);
  expect(stored.list.some(({ episodeId }) => episodeId === "e0")).toBe(false);
  const broken = createContext([], '{"list":[{"x":1},7,null]}');
  broken.reporter.flush();
  expect(broken.sent).toEqual([]);
});
