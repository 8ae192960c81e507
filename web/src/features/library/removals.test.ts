import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

test("R20, R22: what is taken away is out of sight at once, and off the server when its toast is gone", async () => {
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

test("R20, R22: Undo brings it back, and the server never hears of it", async () => {
  const one = removal("one");
  removeLater(one);
  dismiss(toastStore.get()[0]?.id ?? 0, true);
  expect([...getHidden()]).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  commitRemovals();
  expect(one.commit).not.toHaveBeenCalled();
});

test("R20, R22: a page that goes away takes everything off at once, and once only", async () => {
  const [one, two] = [removal("one"), removal("two")];
  removeLater(one);
  removeLater(two);
  commitRemovals();
  commitRemovals();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.commit).toHaveBeenCalledOnce();
  expect(two.commit).toHaveBeenCalledOnce();
});

test("R20, R22: what the server did not take away comes back into sight", async () => {
  const one = removal("one");
  one.commit.mockRejectedValue(new Error("no connection"));
  removeLater(one);
  commitRemovals();
  await vi.runAllTimersAsync();
  expect([...getHidden()]).toEqual([]);
});
