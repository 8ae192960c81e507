import AxeBuilder from "@axe-core/playwright";
import type { Language } from "@cliffhanger/contract/languages";
import { expect, type Page } from "@playwright/test";

/** Widths at which every screen must fit. */
export const widths = [360, 390, 768, 1280];

/** axe audits a screen at these widths, in English. */
const auditedWidths = [390, 1280];

/** With ALL_LANGUAGES set, axe audits every screen in every language and at every width (`.ci/run` sets it). */
export const auditsAll = Boolean(process.env["ALL_LANGUAGES"]);

/** Whether axe audits a screen in this language and at this width; `npm test` audits each screen once per width. */
export function isAudited(language: Language, width: number): boolean {
  return auditsAll || (language === "en" && auditedWidths.includes(width));
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
