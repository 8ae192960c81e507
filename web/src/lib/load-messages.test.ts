import type { Language } from "@cliffhanger/contract/languages";
import type { Messages } from "@lingui/core";
import { beforeEach, expect, test, vi } from "vitest";
import { addMessages, loadCoreMessages, switchLanguage } from "./load-messages.ts";
import { activate, createI18n, type MessageGroup } from "./messages.ts";

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
});

/** Creates message files that arrive when the test decides. */
function slowFiles(group: MessageGroup) {
  const waiting = new Map<Language, () => void>();
  const asked = (language: Language) => vi.waitFor(() => expect(waiting.has(language)).toBe(true));
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
