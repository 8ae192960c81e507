import { languages } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { messagesIn } from "./messages.ts";

test("R9: messages of several languages used in turn stay apart", () => {
  const first = languages.map((language) => messagesIn(language)("deletionScheduled.label"));
  expect(new Set(first).size).toBe(languages.length);
  expect(languages.map((language) => messagesIn(language)("deletionScheduled.label"))).toEqual(first);
});

test("R96: a value stands in the message as it is, whatever is in it", () => {
  for (const day of ["5 March 2026", "\\u0041 {day} # '"])
    expect(messagesIn("de")("deletionScheduled.subject", { day })).toBe(`Dein Konto wird am ${day} gelöscht`);
});
