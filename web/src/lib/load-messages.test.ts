import type { Language } from "@cliffhanger/contract/languages";
import type { Messages } from "@lingui/core";
import { beforeEach, expect, test, vi } from "vitest";
import { timeLimit } from "../../../tools/time-limit.ts";
import { addMessages, loadCoreMessages, switchLanguage } from "./load-messages.ts";
import { activate, createI18n, type MessageGroup } from "./messages.ts";

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
});

/** Creates message files that arrive when the test decides. */
function slowFiles(group: MessageGroup) {
  const waiting = new Map<Language, () => void>();
  const asked = (language: Language) =>
    vi.waitFor(() => expect(waiting.has(language)).toBe(true), { timeout: timeLimit(10) });
  return {
    files: (language: Language) => () =>
      new Promise<Messages>((resolve) =>
        waiting.set(language, () => resolve({ [`${group}.said`]: [`${group} in ${language}`] })),
      ),
    async arrive(language: Language) {
      await asked(language);
      waiting.get(language)?.();
    },
    asked,
  };
}

test("R9: a part that loads during a change of language shows its messages in the new one", async () => {
  const page = createI18n("en", {});
  activate(page);
  await loadCoreMessages(page);
  const early = slowFiles("search");
  const part = slowFiles("consent");
  const first = addMessages(page, ["search"], early.files);
  await early.arrive("en");
  await first;

  const change = switchLanguage("pt");
  await early.asked("pt");
  // The part starts to load while the page is still in English, and the change continues meanwhile.
  const loaded = addMessages(page, ["consent"], part.files);
  await early.arrive("pt");
  await part.arrive("en");
  await part.arrive("pt");
  await Promise.all([change, loaded]);
  expect(page.locale).toBe("pt");
  expect(page._("consent.said")).toBe("consent in pt");
});

test("R9: of two languages chosen one after the other the last one stays, whichever arrives first", async () => {
  // Another page: parts of the one before are still wanted there.
  vi.resetModules();
  const [loading, messages] = await Promise.all([import("./load-messages.ts"), import("./messages.ts")]);
  const page = messages.createI18n("en", {});
  messages.activate(page);
  await loading.loadCoreMessages(page);
  const part = slowFiles("library");
  const loaded = loading.addMessages(page, ["library"], part.files);
  await part.arrive("en");
  await loaded;

  const french = loading.switchLanguage("fr");
  await part.asked("fr");
  const german = loading.switchLanguage("de");
  await part.arrive("de");
  await german;
  expect(page.locale).toBe("de");
  await part.arrive("fr");
  await french;
  expect(page.locale).toBe("de");
  expect(document.documentElement.lang).toBe("de");
});
