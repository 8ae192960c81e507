import { expect, test } from "vitest";
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
