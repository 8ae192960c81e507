import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadPart } from "./load-part.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads a part whose file fails so often, and returns how often the worker was checked for a newer version. */
async function checksAfter(failures: number): Promise<number> {
  const update = vi.fn<() => Promise<void>>(async () => undefined);
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ update }) } });
  const load = vi.fn<() => Promise<string>>(async () => "part");
  for (let count = 0; count < failures; count += 1) load.mockRejectedValueOnce(new Error("404"));
  const ended = loadPart(load).catch(() => null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await ended).toBe(failures < 2 ? "part" : null);
  return update.mock.calls.length;
}

test("R1: a part whose file is gone with an earlier version has the newer one looked for at once", async () => {
  expect(await checksAfter(0)).toBe(0);
  expect(await checksAfter(1), "the connection was away for a moment").toBe(0);
  expect(await checksAfter(2)).toBe(1);
});

test("R1: a part that cannot be loaded fails as before without a worker", async () => {
  vi.stubGlobal("navigator", {});
  const failed = loadPart(() => Promise.reject(new Error("404"))).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await failed).toEqual(new Error("404"));
});
