import { afterAll, expect, test } from "vitest";
import { formatAmount, formatPercent } from "./amount.ts";
import { formatNumber, isMessage, showLanguage, t } from "./messages.ts";
import { formatDay, formatPast, setZone } from "./time.ts";

afterAll(() => setZone("UTC"));

test("§5.7: words, numbers, amounts and times follow the language, also after they were written in another one", async () => {
  setZone("Europe/Madrid");
  const now = Date.parse("2026-11-26T12:00:00Z");
  const said = [];
  for (const language of ["en", "de", "fr", "en"] as const) {
    await showLanguage(language);
    const words = [
      t("language.label"),
      formatNumber(1234.5),
      formatAmount(123_450, "EUR"),
      formatPercent(0.125),
      formatDay("2025-03-04T12:00:00Z", new Date(now)),
      formatPast("2026-11-26T09:00:00Z", now),
    ];
    // Spaces within numbers have several widths.
    said.push(words.map((text) => text.replaceAll(/\s/g, " ")));
  }
  const english = ["Language", "1,234.5", "€1,234.50", "12.5%", "4 Mar 2025", "3 h ago"];
  expect(said).toEqual([
    english,
    ["Sprache", "1.234,5", "1.234,50 €", "12,5 %", "4. März 2025", expect.stringContaining("3")],
    ["Langue", "1 234,5", "1 234,50 €", "12,5 %", "4 mars 2025", expect.stringContaining("3")],
    english,
  ]);
  expect([isMessage("language.label"), isMessage("language.nothing")]).toEqual([true, false]);
});
