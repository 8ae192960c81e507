import { afterEach, beforeEach, expect, test, vi } from "vitest";

const tab = new EventTarget();
beforeEach(() => {
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  vi.stubGlobal("removeEventListener", tab.removeEventListener.bind(tab));
});
afterEach(() => vi.unstubAllGlobals());

/** Returns whether the browser would ask before it leaves the page. */
const asks = () => !tab.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("C49: the browser asks before a page is left while a change is on its way, also one that fails, and not for what only reads", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  const [{ call }, { showLanguage }] = await Promise.all([import("./call.ts"), import("./messages.ts")]);
  await showLanguage("en");
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  expect(asks()).toBe(false);
  const reading = call("GET /api/console/home");
  expect(asks()).toBe(false);
  const home = { info: {}, code: 200 };
  answer(Response.json(home));
  await reading;

  const change = { act: "remove", id: "top" } as const;
  const first = call("POST /api/console/home/change", change);
  const answerFirst = answer;
  const second = call("POST /api/console/home/change", change);
  expect(asks()).toBe(true);
  answerFirst(Response.json(home));
  await first;
  // The other one is not answered yet.
  expect(asks()).toBe(true);
  answer(Response.json({ code: 409, reason: "changed_meanwhile" }));
  await expect(second).rejects.toMatchObject({ reason: "changed_meanwhile" });
  expect(asks()).toBe(false);
});
