import { languages } from "@cliffhanger/contract/languages";
import { expect, test } from "vitest";
import de from "../../locales/de/account.json";
import en from "../../locales/en/account.json";
import es from "../../locales/es/account.json";
import fr from "../../locales/fr/account.json";
import pt from "../../locales/pt/account.json";
import { runsOf } from "./marked-words.ts";

const words = { en, es, fr, de, pt };

test("R51: the agreement reads as one sentence, with its parts where they belong", () => {
  expect(runsOf(en.register.agree)).toEqual([
    { mark: "agree", text: "I agree" },
    { mark: null, text: " to the " },
    { mark: "terms", text: "Terms of Use" },
    { mark: null, text: " and " },
    { mark: "privacy", text: "Privacy Policy" },
  ]);
});

test.each(languages)(
  "R50, R51: in %s it names what one agrees to, and the agreeing comes first",
  (language) => {
    const marks = runsOf(words[language].register.agree).flatMap(({ mark }) => mark ?? []);
    expect(marks[0]).toBe("agree");
    expect(marks.toSorted()).toEqual(["agree", "privacy", "terms"]);
  },
);
