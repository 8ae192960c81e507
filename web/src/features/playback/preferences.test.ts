import { expect, test, vi } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { defaultPreferences, readPreferences } from "./preferences.ts";

function storeWith(text: string) {
  const store = createStore(() => null);
  store.set("player", text);
  return readPreferences(store);
}

test("the viewer's preferences are read again on a later visit", () => {
  const chosen = { autoplay: false, saver: true, captionSize: "large", captionGround: "solid" };
  expect(storeWith(JSON.stringify(chosen))).toEqual(chosen);
});

test("invalid values count as not saved", () => {
  for (const text of ["", "null", "7", "{", '{"autoplay":"no","captionSize":"huge","captionGround":1}']) {
    expect(storeWith(text)).toEqual(defaultPreferences);
  }
  expect(storeWith('{"saver":true,"captionSize":"huge"}')).toEqual({ ...defaultPreferences, saver: true });
});

test("what was chosen in another tab meanwhile stays when something else is chosen in this one", async () => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  vi.stubGlobal("window", { localStorage });
  const one = await import("./preferences.ts");
  vi.resetModules();
  const other = await import("./preferences.ts");
  expect(one.currentPreferences()).toEqual(other.currentPreferences());
  one.prefer({ autoplay: false });
  other.prefer({ captionSize: "large" });
  vi.unstubAllGlobals();
  expect(JSON.parse(kept.get("PLAYER") ?? "")).toMatchObject({ autoplay: false, captionSize: "large" });
});
