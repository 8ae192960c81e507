import { expect, test } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { captionsToTurnOn, chooseCaptions, saveCaptionChoice } from "./caption-choice.ts";

const offered = ["en", "de"];

const nothingSaved = () => createStore(() => null);

test("captions begin in the viewer's language where the episode has it, because most watch without sound", () => {
  expect(chooseCaptions(offered, "en", nothingSaved())).toBe("en");
  expect(chooseCaptions(offered, "de", nothingSaved())).toBe("de");
  expect(chooseCaptions(offered, "pt", nothingSaved())).toBeNull();
});

test("a viewer's choice about captions holds for the next episode, off included", () => {
  const store = createStore(() => null);
  saveCaptionChoice("de", store);
  expect(chooseCaptions(offered, "en", store)).toBe("de");
  saveCaptionChoice(null, store);
  expect(chooseCaptions(offered, "de", store)).toBeNull();
});

test("the captions button turns on the last choice, else the app's language, else what there is", () => {
  expect(captionsToTurnOn(offered, "de", "en")).toBe("de");
  expect(captionsToTurnOn(offered, null, "en")).toBe("en");
  expect(captionsToTurnOn(offered, "fr", "pt")).toBe("en");
  expect(captionsToTurnOn([], null, "en")).toBeNull();
});
