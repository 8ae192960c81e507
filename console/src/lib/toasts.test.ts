import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdWhile, showToast, toastStore } from "./toasts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  holdWhile(() => false);
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = () => toastStore.get().map(({ text }) => text);
const undo = { label: "Undo", run: () => undefined };

test("C28: a notice is shown for six seconds, with an act for ten, and a newer act takes the place of an older one", () => {
  showToast("Saved");
  showToast("Deleted 1", undo);
  showToast("Deleted 2", undo);
  expect(texts()).toEqual(["Saved", "Deleted 2"]);
  vi.advanceTimersByTime(6_000);
  expect(texts()).toEqual(["Deleted 2"]);
  vi.advanceTimersByTime(4_000);
  expect(texts()).toEqual([]);
});

test("C28: a notice stays while the pointer is over it or it has the focus", () => {
  showToast("Deleted", undo);
  holdWhile(() => true);
  vi.advanceTimersByTime(19_000);
  expect(texts()).toEqual(["Deleted"]);
  holdWhile(() => false);
  vi.advanceTimersByTime(10_000);
  expect(texts()).toEqual([]);
});
