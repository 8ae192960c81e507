import { afterEach, expect, test, vi } from "vitest";
import { answerNewerSession, noteSession } from "./session-clock.ts";

const other = new BroadcastChannel("console-session");
const at = "2026-11-29T10:00:00.000Z";
const times = { now: at, idleEndsAt: "2026-11-29T10:30:00.000Z", endsAt: "2026-11-29T22:00:00.000Z" };
const [earlier, present, later] = [
  "01m8jaaaaaaaaaaaaaaaaaaaaa",
  "01m8jbbbbbbbbbbbbbbbbbbbbb",
  "01m8jccccccccccccccccccccc",
];
let stop = (): void => undefined;

afterEach(() => stop());

/** Lets another tab use a session, and returns how often this tab takes a newer one over. */
function takenAfter(used: string): () => number {
  const take = vi.fn<() => void>();
  stop = answerNewerSession(take);
  other.postMessage(used);
  return () => take.mock.calls.length;
}

/** The same of a session that is not taken over, once a third tab has heard of its use and this one had the time to. */
async function notTakenAfter(used: string): Promise<number> {
  const third = new BroadcastChannel("console-session");
  const heard = new Promise((resolve) => third.addEventListener("message", resolve, { once: true }));
  const taken = takenAfter(used);
  await heard;
  third.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return taken();
}

test("C10: a use of a later session at another tab is taken over, of this tab's own or an earlier one it is not", async () => {
  expect(await notTakenAfter(later), "before anybody signed in here").toBe(0);
  noteSession({ id: present, ...times });
  expect(await notTakenAfter(present)).toBe(0);
  expect(await notTakenAfter(earlier)).toBe(0);
  await expect.poll(takenAfter(later)).toBe(1);
});
