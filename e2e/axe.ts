import AxeBuilder from "@axe-core/playwright";
import type { Language } from "@cliffhanger/contract/languages";
import { expect, type Page } from "@playwright/test";

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
  const axe = axeOn(page);
  // axe reports labels that are scrolled out of a sheet as missing; the rule "label" finds those that really are.
  if (language === "en") axe.disableRules(["label-title-only"]);
  else axe.withRules(wordRules);
  expect(await violationsOf(axe), `accessibility of ${where}`).toEqual([]);
}

/** Returns the violations that axe finds on the page by all of its rules, without waiting for animations. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  return violationsOf(axeOn(page));
}

/**
 * Returns an audit that takes a third of the time: it does not describe what passes, and opens a second page to join the results
 * of frames only if there are any.
 */
function axeOn(page: Page): AxeBuilder {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  return axe.setLegacyMode(page.frames().length === 1);
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
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
