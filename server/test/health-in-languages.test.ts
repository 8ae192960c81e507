import { join } from "node:path";
import { languages } from "@cliffhanger/contract";
import { expect, test, vi } from "vitest";
import { describeCatchUp } from "#billing";
import { messageIds, messageSource, messagesIn } from "#platform/messages";
import { sayIn } from "#platform/said";
import { timeLimit } from "../../tools/time-limit.ts";
import { noteFindings, printable } from "../src/findings.ts";
import { inWordsOf } from "../src/health.ts";
import { testApp } from "./app.ts";
import { makeOperator } from "./console.ts";

const ids = messageIds().filter((id) => id.startsWith("health."));

const placeholders = (text: string) =>
  [...new Set(text.matchAll(/\{(\w+)/g).map(([, name = ""]) => name))].toSorted((one, other) =>
    one.localeCompare(other),
  );

test("C49: every line of the checks has words in each language, with the values of the English ones", () => {
  expect(ids.length).toBeGreaterThan(100);
  for (const language of languages) {
    for (const id of ids) {
      const source = messageSource(id, language);
      expect(source, `${id} in ${language}`).not.toBe("");
      expect(placeholders(source), `${id} in ${language}`).toEqual(placeholders(messageSource(id, "en")));
      const values = Object.fromEntries(placeholders(source).map((name) => [String(name), 7]));
      expect(messagesIn(language)(id, values), `${id} in ${language}`).not.toMatch(/[{}]|^health\./);
    }
  }
});

test("C49: a sentence of several reasons is whole in each language, and one that a program said stays as it is", () => {
  const left = {
    at: new Date("2026-11-01T10:00:00Z"),
    snapshotAt: new Date("2026-11-01T10:00:00Z"),
    tooOld: true,
    unread: ["stripe", "paypal"] as const,
    waiting: 2,
    failed: 1,
  };
  const say = describeCatchUp({ ...left, unread: [...left.unread] }, ["stripe"]);
  const said = languages.map((language) => sayIn(language, say));
  expect(new Set(said).size).toBe(languages.length);
  expect(said[0]).toBe(
    "restored as of 2026-11-01T10:00:00.000Z; nothing is charged, refunded or mailed yet: the gateways no longer list all events since then, so a person has to compare; PayPal took payments and is not configured here; the events of Stripe are not all read yet; 2 events are being handled; 1 events could not be handled; npm run review lists them. After you compared with the gateways: npm run restore -- --resume",
  );
  const { findings, say: note } = noteFindings();
  note("fault", "folder", "EACCES: permission denied");
  const [printed] = findings.map(printable);
  if (!printed) throw new Error("nothing was noted");
  expect(inWordsOf(JSON.parse(JSON.stringify(printed)), "de")).toEqual({
    state: "fault",
    about: "Datenordner",
    text: "EACCES: permission denied",
  });
  expect(inWordsOf({ state: "ok", about: "Edge", text: "off" }, "de")).toEqual({
    state: "ok",
    about: "Edge",
    text: "off",
  });
});

test(
  "C49: an operator reads the checks in their language, and the same run in another",
  async () => {
    const app = await testApp();
    // The server read it for its own settings; the checks get the folder from the server.
    vi.stubEnv("DATA_DIR_FILE", join(app.dataDir, "folder-of-data"));
    try {
      const owner = await makeOperator(app, "owner");
      const read = async (language: string) => {
        const { info } = await owner.call("GET", "/health", undefined, { "accept-language": language });
        const [first] = info.findings;
        const settings = info.findings.filter(({ about }: { about: string }) => about === "Einstellungen");
        return { at: info.at, first, settings };
      };
      const german = await read("de");
      expect(german.settings).toEqual([expect.objectContaining({ state: "ok" })]);
      expect(german.first).toMatchObject({ state: "ok", about: "Laufzeit" });
      expect(german.first.text).toMatch(/^Node [\d.]+ auf /);
      const english = await read("en");
      expect(english.first).toMatchObject({
        about: "Runtime",
        text: expect.stringMatching(/^Node [\d.]+ on /),
      });
      expect(english.at).toBe(german.at);
    } finally {
      vi.unstubAllEnvs();
      await app.close();
    }
  },
  timeLimit(60),
);
