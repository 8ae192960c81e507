import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leftScreen, openTab } from "../../test/left-screen.ts";
import { CallError } from "./call.ts";
import { closeToast, toastStore } from "./toasts.ts";
import { useAct } from "./use-act.ts";

beforeEach(openTab);
afterEach(() => {
  for (const { id } of toastStore.get()) closeToast(id);
  vi.unstubAllGlobals();
});

const failsWith = (error: unknown) => leftScreen(useAct).run(() => Promise.reject(error));
const shown = () => toastStore.get().map(({ text }) => text);

test("C29: an act that fails once its screen was left, such as an undo of a notice, says so in a notice", async () => {
  expect(await failsWith(new CallError(409, "Somebody changed it meanwhile.", {}))).toBe(false);
  expect(shown()).toEqual(["Somebody changed it meanwhile."]);
  const named = { fields: [{ field: "id", message: "Home shows its series." }] };
  await failsWith(new CallError(400, "Please check it.", named));
  expect(shown().at(-1)).toBe("Home shows its series.");
});

test("C29: a proof that was cancelled, and an act that went well, say nothing", async () => {
  await failsWith(new CallError(401, "Please prove it.", { reason: "fresh_required" }));
  expect(await leftScreen(useAct).run(() => Promise.resolve())).toBe(true);
  expect(shown()).toEqual([]);
});

test("C29: a refused act reads again what its form is about, once, and an act that went well does not", async () => {
  const client = new QueryClient();
  const read = vi.spyOn(client, "invalidateQueries").mockResolvedValue();
  const run = (work: () => Promise<void>) => leftScreen(() => useAct("plans"), client).run(work);
  await run(() => Promise.resolve());
  expect(read).not.toHaveBeenCalled();
  await run(() => Promise.reject(new CallError(409, "Changed", { reason: "changed_meanwhile" })));
  expect(read.mock.calls).toEqual([[{ queryKey: ["plans"] }]]);
});
