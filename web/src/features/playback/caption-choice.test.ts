import { expect, test } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { captionsToEnable, chooseCaptions, followCaptions, saveCaptionChoice } from "./caption-choice.ts";

const offered = ["en", "de"];

const nothingSaved = () => createStore(() => null);

test("captions start in the viewer's language where available, because most people watch without sound", () => {
  expect(chooseCaptions(offered, "en", nothingSaved())).toBe("en");
  expect(chooseCaptions(offered, "de", nothingSaved())).toBe("de");
  expect(chooseCaptions(offered, "pt", nothingSaved())).toBeNull();
});

test("a viewer's choice of captions applies to the next episode, including off", () => {
  const store = createStore(() => null);
  saveCaptionChoice("de", store);
  expect(chooseCaptions(offered, "en", store)).toBe("de");
  saveCaptionChoice(null, store);
  expect(chooseCaptions(offered, "de", store)).toBeNull();
});

test("a chosen language is back after an episode that lacked it, and what is read without a choice stays", () => {
  const store = createStore(() => null);
  saveCaptionChoice("de", store);
  const second = followCaptions("de", ["en"], "en", store);
  expect(second, "the second episode has no German").toBe("en");
  expect(followCaptions(second, offered, "en", store)).toBe("de");
  expect(followCaptions("en", offered, "de", nothingSaved())).toBe("en");
  expect(followCaptions("en", ["de"], "de", nothingSaved())).toBe("de");
});

test("the captions button turns on the last choice, else the app's language, else the first available", () => {
  expect(captionsToEnable(offered, "de", "en")).toBe("de");
  expect(captionsToEnable(offered, null, "en")).toBe("en");
  expect(captionsToEnable(offered, "fr", "pt")).toBe("en");
  expect(captionsToEnable([], null, "en")).toBeNull();
});
