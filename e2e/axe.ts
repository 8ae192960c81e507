import AxeBuilder from "@axe-core/playwright";
import type { Language } from "@cliffhanger/contract/languages";
import { expect, type Page } from "@playwright/test";

/** Widths at which every screen must fit. */
export const widths = [360, 390, 768, 1280];

/** The width at which axe audits a screen in every language. */
const PHONE_WIDTH = 390;

/** With ALL_LANGUAGES set, axe audits every screen in every language on a phone (`.ci/run` sets it). */
export const auditsAll = Boolean(process.env["ALL_LANGUAGES"]);

/**
 * Returns whether axe audits a screen in this language and at this width. `npm test` audits English on a phone and on a
 * desktop; ALL_LANGUAGES adds the other widths in English and the other languages on a phone. Overflow, which depends on
 * language and width together, is checked for every pair.
 */
export function isAudited(language: Language, width: number): boolean {
  if (language === "en") return auditsAll || width === PHONE_WIDTH || width === 1280;
  return auditsAll && width === PHONE_WIDTH;
}

/** Fails if axe finds a violation on the page. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(finishAnimations);
  // axe reports labels that are scrolled out of a sheet as missing; the rule "label" finds those that really are.
  const { violations } = await new AxeBuilder({ page }).disableRules(["label-title-only"]).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    `accessibility of ${where}`,
  ).toEqual([]);
}

/** Waits for the end of all animations, because half-transparent text has too little contrast. */
async function finishAnimations(): Promise<void> {
  const moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  const still = Promise.allSettled(moving.map(({ finished }) => finished));
  await Promise.race([still, new Promise((resolve) => setTimeout(resolve, 1500))]);
}
