import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { storage } from "../../lib/storage.ts";
import { dismiss, toastStore } from "../../lib/toasts.ts";
import { commitRemovals, getHidden, type Removal, removeLater } from "./removals.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

function removal(key: string): Removal & { commit: ReturnType<typeof vi.fn<() => Promise<unknown>>> } {
  return {
    key,
    text: `${key} removed`,
    undo: "Undo",
    commit: vi.fn<() => Promise<unknown>>(() => Promise.resolve()),
  };
}

test("R20, R22: a removed entry is hidden at once, and removed on the server when its toast closes", async () => {
  const one = removal("one");
  removeLater(one);
  expect([...getHidden()]).toEqual(["one"]);
  vi.advanceTimersByTime(4999);
  expect(one.commit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(one.commit).toHaveBeenCalledOnce();
  expect([...getHidden()]).toEqual(["one"]);
  await vi.runAllTimersAsync();
  expect([...getHidden()]).toEqual([]);
});

test("R20, R22: Undo shows it again, and the server receives nothing", async () => {
  const one = removal("one");
  removeLater(one);
  dismiss(toastStore.get()[0]?.id ?? 0, true);
  expect([...getHidden()]).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  void commitRemovals();
  expect(one.commit).not.toHaveBeenCalled();
});

test("R20, R22: an unloading page commits all removals at once, and only once", async () => {
  const [one, two] = [removal("one"), removal("two")];
  removeLater(one);
  removeLater(two);
  void commitRemovals();
  void commitRemovals();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.commit).toHaveBeenCalledOnce();
  expect(two.commit).toHaveBeenCalledOnce();
});

test("R20, R22: an entry that the server did not remove is shown again", async () => {
  const one = removal("one");
  one.commit.mockRejectedValue(new Error("no connection"));
  removeLater(one);
  void commitRemovals();
  await vi.runAllTimersAsync();
  expect([...getHidden()]).toEqual([]);
});

test("R20, R22: a sign-out waits until the removals that were promised have reached the server", async () => {
  const one = removal("one");
  let answer = (): void => undefined;
  one.commit.mockReturnValue(new Promise<void>((done) => (answer = done)));
  removeLater(one);
  let isOver = false;
  const waiting = commitRemovals().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(one.commit).toHaveBeenCalledOnce();
  expect(isOver).toBe(false);
  answer();
  await waiting;
  const two = removal("two");
  two.commit.mockRejectedValue(new Error("no connection"));
  removeLater(two);
  await commitRemovals();
  expect([...getHidden()]).toEqual([]);
});

test("R20, R22: what is removed at once takes its toast along, whose Undo would do nothing", async () => {
  const one = removal("one");
  removeLater(one);
  expect(toastStore.get().map(({ text }) => text)).toEqual(["one removed"]);
  await commitRemovals();
  expect(toastStore.get()).toEqual([]);
  expect(one.commit).toHaveBeenCalledOnce();
});

test("R20, R22: a tab that is hidden removes at once: its owner may sign out in another one, or the phone may end it", async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  vi.resetModules();
  const fresh = await import("./removals.ts");
  const one = removal("one");
  fresh.removeLater(one);
  page.dispatchEvent(new Event("visibilitychange"));
  expect(one.commit).not.toHaveBeenCalled();
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(one.commit).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test("R39: a removal that a member left waiting when they signed out in another tab touches no entry of the next viewer", async () => {
  storage.set("userId", "member");
  storage.set("userKind", "member");
  const [one, two] = [removal("one"), removal("two")];
  removeLater(one);
  storage.set("userId", "next");
  await vi.advanceTimersByTimeAsync(5000);
  expect(one.commit).not.toHaveBeenCalled();
  expect([...getHidden()]).toEqual([]);
  storage.set("userKind", "guest");
  removeLater(two);
  storage.set("userId", "member");
  await vi.advanceTimersByTimeAsync(5000);
  expect(two.commit).toHaveBeenCalledOnce();
});

describe("two windows that are both visible", () => {
  /** Opens a window of the same browser: a fresh copy of the module. */
  async function openWindow() {
    vi.stubGlobal("window", new EventTarget());
    vi.stubGlobal("document", new EventTarget());
    vi.resetModules();
    return import("./removals.ts");
  }
  beforeEach(() => void vi.useRealTimers());
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useFakeTimers();
  });

  test("R20, R22: a sign-out in one waits until the other one's removals have reached the server", async () => {
    const [other, here] = [await openWindow(), await openWindow()];
    const one = removal("one");
    let answer = (): void => undefined;
    one.commit.mockReturnValue(new Promise<void>((done) => (answer = done)));
    other.removeLater(one);
    let isOver = false;
    const waiting = here.commitRemovalsEverywhere().then(() => {
      isOver = true;
    });
    await expect.poll(() => one.commit.mock.calls.length).toBe(1);
    expect(isOver).toBe(false);
    answer();
    await waiting;
    expect([...other.getHidden()]).toEqual([]);
  });

  test("R20, R22: with nothing to remove a sign-out waits for nobody, and for a frozen window only for seconds", async () => {
    const [frozen, here] = [await openWindow(), await openWindow()];
    await here.commitRemovalsEverywhere();
    const one = removal("one");
    one.commit.mockReturnValue(new Promise<void>(() => undefined));
    frozen.removeLater(one);
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    await here.commitRemovalsEverywhere();
    expect(AbortSignal.timeout).toHaveBeenCalledExactlyOnceWith(3000);
    vi.restoreAllMocks();
  });
});
