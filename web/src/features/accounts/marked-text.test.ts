import { type Language, languages } from "@cliffhanger/contract/languages";
import { expect, test } from "vitest";
import { createI18n, translator } from "../../lib/messages.ts";
import de from "../../messages/de/account.json";
import en from "../../messages/en/account.json";
import es from "../../messages/es/account.json";
import fr from "../../messages/fr/account.json";
import pt from "../../messages/pt/account.json";
import { runsOf } from "./marked-text.ts";

const messages = { en, es, fr, de, pt };
const agreementIn = (language: Language) =>
  translator(createI18n(language, messages[language]))("register.agree");

test("R51: the agreement reads as one sentence, with its parts in place", () => {
  expect(runsOf(agreementIn("en"))).toEqual([
    { mark: "agree", text: "I agree" },
    { mark: null, text: " to the " },
    { mark: "terms", text: "Terms of Use" },
    { mark: null, text: " and " },
    { mark: "privacy", text: "Privacy Policy" },
  ]);
});

test.each(languages)("R50, R51: in %s it names the documents, and the consent comes first", (language) => {
  const marks = runsOf(agreementIn(language)).flatMap(({ mark }) => mark ?? []);
  expect(marks[0]).toBe("agree");
  expect(marks.toSorted()).toEqual(["agree", "privacy", "terms"]);
});
