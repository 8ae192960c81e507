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

/** Lets another tab use a session, and returns how often this tab then took a newer one over. */
async function takenAfter(used: string): Promise<number> {
  const take = vi.fn<() => void>();
  stop = answerNewerSession(take);
  other.postMessage(used);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return take.mock.calls.length;
}

test("C10: a use of a later session at another tab is taken over, of this tab's own or an earlier one it is not", async () => {
  expect(await takenAfter(later), "before anybody signed in here").toBe(0);
  noteSession({ id: present, ...times });
  expect(await takenAfter(present)).toBe(0);
  expect(await takenAfter(earlier)).toBe(0);
  expect(await takenAfter(later)).toBe(1);
});
