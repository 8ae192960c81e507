import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismiss, holdWhile, showToast, toastStore } from "./toasts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  holdWhile(() => false);
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = () => toastStore.get().map(({ text }) => text);

test("a message stands for five seconds, and the same words twice are one message", () => {
  showToast("Copy Success");
  showToast("Copy Success");
  expect(texts()).toEqual(["Copy Success"]);
  vi.advanceTimersByTime(4999);
  expect(texts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test("a message that offers something is either taken up or lapses, once", () => {
  const heard: string[] = [];
  const action = { label: "Undo", run: () => heard.push("undone"), onLapse: () => heard.push("lapsed") };
  showToast("Removed", action);
  dismiss(toastStore.get()[0]?.id ?? 0, true);
  expect(heard).toEqual(["undone"]);
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual(["undone"]);
  showToast("Removed", action);
  vi.advanceTimersByTime(5000);
  expect(heard).toEqual(["undone", "lapsed"]);
});

test("three messages stand at most; the oldest lapses for a fourth, and a newer one with the same words takes its place", () => {
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

test("a message waits while somebody has the focus in it", () => {
  showToast("Removed", { label: "Undo", run: () => undefined });
  holdWhile(() => true);
  vi.advanceTimersByTime(9000);
  expect(texts()).toEqual(["Removed"]);
  holdWhile(() => false);
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual([]);
});
