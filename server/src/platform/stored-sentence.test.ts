import { languages } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { messageIds, messageSource, messagesIn } from "./messages.ts";
import { storedIn } from "./stored-sentence.ts";

const ids = messageIds().filter((id) => /^(?:media|picture)Fault\./.test(id));
const samples: Record<string, string | number> = {
  name: "01 {a}. holds no picture.mp4",
  format: "matroska",
  codec: "an unknown codec (abcd)",
  hours: 6,
  most: 60,
  width: 12,
  height: 8,
  got: "3.1",
  promised: "9.9",
  why: "ffmpeg took longer than it may",
};

test("C24: each refusal of a file that is stored in English is read in every language, with its values", () => {
  expect(ids.length).toBeGreaterThan(25);
  for (const id of ids) {
    const names = [...messageSource(id, "en").matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const values = Object.fromEntries(names.map((name) => [name, samples[name] ?? `no sample of ${name}`]));
    const stored = messagesIn("en")(id, values);
    for (const language of languages) {
      const said = storedIn(language, stored);
      expect(said, `${id} in ${language}`).toBe(messagesIn(language)(id, values));
      for (const name of names) expect(said, `${id} in ${language}`).toContain(String(values[name]));
      expect(said === stored, `${id} in ${language}`).toBe(language === "en");
    }
  }
});

test("C24: what no message says stays as it was stored", () => {
  expect(storedIn("de", "01.mp4 was refused by an older version.")).toBe(
    "01.mp4 was refused by an older version.",
  );
});
