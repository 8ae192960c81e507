import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismiss, holdWhile, showToast, toastStore } from "./toasts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  holdWhile(() => false);
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = () => toastStore.get().map(({ text }) => text);

test("a toast is shown for five seconds, and an equal text twice is one toast", () => {
  showToast("Copy Success");
  showToast("Copy Success");
  expect(texts()).toEqual(["Copy Success"]);
  vi.advanceTimersByTime(4999);
  expect(texts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test("a toast's action either runs or lapses, once", () => {
  const lapses: string[] = [];
  const action = { label: "Undo", run: () => lapses.push("undone"), onLapse: () => lapses.push("lapsed") };
  showToast("Removed", action);
  dismiss(toastStore.get()[0]?.id ?? 0, true);
  expect(lapses).toEqual(["undone"]);
  vi.advanceTimersByTime(10_000);
  expect(lapses).toEqual(["undone"]);
  showToast("Removed", action);
  vi.advanceTimersByTime(5000);
  expect(lapses).toEqual(["undone", "lapsed"]);
});

test("at most three toasts are shown; the oldest lapses for a fourth, and a newer one with the same text replaces the old", () => {
  const onLapse: number[] = [];
  const offer = (index: number) => ({
    label: "Undo",
    run: () => undefined,
    onLapse: () => onLapse.push(index),
  });
  for (const index of [1, 2, 3, 4]) showToast(`Removed ${index}`, offer(index));
  expect(texts()).toEqual(["Removed 2", "Removed 3", "Removed 4"]);
  showToast("Removed 3", offer(5));
  expect(onLapse).toEqual([1, 3]);
  expect(texts()).toEqual(["Removed 2", "Removed 4", "Removed 3"]);
});

test("a toast stays while it has the focus", () => {
  showToast("Removed", { label: "Undo", run: () => undefined });
  holdWhile(() => true);
  vi.advanceTimersByTime(9000);
  expect(texts()).toEqual(["Removed"]);
  holdWhile(() => false);
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual([]);
});
