import { expect, test } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { defaultPreferences, readPreferences } from "./preferences.ts";

function kept(text: string) {
  const store = createStore(() => null);
  store.set("player", text);
  return readPreferences(store);
}

test("what the viewer prefers is read again on a later visit", () => {
  const chosen = { autoplay: false, saver: true, captionSize: "large", captionGround: "solid" };
  expect(kept(JSON.stringify(chosen))).toEqual(chosen);
});

test("what is no preference counts as none was kept", () => {
  for (const text of ["", "null", "7", "{", '{"autoplay":"no","captionSize":"huge","captionGround":1}']) {
    expect(kept(text)).toEqual(defaultPreferences);
  }
  expect(kept('{"saver":true,"captionSize":"huge"}')).toEqual({ ...defaultPreferences, saver: true });
});
