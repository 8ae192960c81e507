import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Language } from "@cliffhanger/contract/languages";
import { expect, type Page } from "@playwright/test";

/** axe, of the version that the builder has. */
const axeSource = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Widths at which every screen must fit. */
export const widths = [360, 390, 768, 1280];

/** axe audits a screen at these widths in English, and at the first of them in other languages. */
const auditedWidths = [390, 1280];

/** With ALL_TESTS set, axe audits the words of every screen in every language (`.ci/run` sets it). */
export const auditsAll = Boolean(process.env["ALL_TESTS"]);

/** The rules that a translation can break: names, alternative texts, titles and languages. */
const wordRules = [
  "aria-command-name",
  "aria-dialog-name",
  "aria-input-field-name",
  "aria-toggle-field-name",
  "button-name",
  "document-title",
  "empty-heading",
  "frame-title",
  "html-has-lang",
  "html-lang-valid",
  "image-alt",
  "input-button-name",
  "label",
  "landmark-unique",
  "link-name",
  "role-img-alt",
  "select-name",
  "svg-img-alt",
  "valid-lang",
];

/**
 * Returns whether axe audits a screen in this language and at this width. Overflow, which depends on language and width
 * together, is checked for every pair.
 */
export function isAudited(language: Language, width: number): boolean {
  if (language === "en") return auditedWidths.includes(width);
  return auditsAll && width === auditedWidths[0];
}

/** Fails if axe finds a violation on the page. In other languages than English it applies the rules about words only. */
export async function expectAccessible(page: Page, where: string, language: Language = "en"): Promise<void> {
  await page.evaluate(finishAnimations);
  const audit = await axeOn(page);
  // axe reports labels that are scrolled out of a sheet as missing; the rule "label" finds those that really are.
  if (language === "en") audit.disableRules(["label-title-only"]);
  else audit.withRules(wordRules);
  expect(await violationsOf(audit), `accessibility of ${where}`).toEqual([]);
}

/** Returns the violations that axe finds on the page by all of its rules, without waiting for animations. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  return violationsOf(await axeOn(page));
}

/**
 * Returns an audit that takes a third of the time: it does not describe what passes, and opens a second page to join the results
 * of frames only if there are any. The builder evaluates axe, which is 650 KB, twice for each audit; in a page without frames it
 * is loaded once, so what the second audit of a screen needs is compiled already.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const options = { resultTypes: ["violations" as const], selectors: false, elementRef: false };
  if (page.frames().length > 1) return new AxeBuilder({ page }).options(options).setLegacyMode(false);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return new AxeBuilder({ page, axeSource: "0" }).options(options).setLegacyMode();
}

async function violationsOf(audit: AxeBuilder): Promise<string[]> {
  const { violations } = await audit.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/**
 * Waits for the end of all animations, because half-transparent text has too little contrast. What was just opened begins its own
 * a few frames later, so the page counts as still once some frames had none.
 */
async function finishAnimations(): Promise<void> {
  const stillFrames = 4;
  const end = performance.now() + 1500;
  for (let still = 0; still < stillFrames && performance.now() < end; still += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const moving = document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === "running" && effect?.getTiming().iterations !== Infinity,
      );
    if (moving.length > 0) still = -1;
  }
}
