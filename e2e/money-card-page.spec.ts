import type { Page } from "@playwright/test";
import { cards, expectPaid, lockedSeries, openCardOrder, payByCard } from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

declare global {
  interface Window {
    violations: string[];
  }
  interface Document {
    featurePolicy: { getAllowlistForFeature(name: string): string[]; allowsFeature(name: string): boolean };
  }
}

const asksForPayment = (page: Page) => page.evaluate(() => document.featurePolicy.allowsFeature("payment"));

test("case 84, case 85: the gateway's fields keep our size whatever its script sets, and only the card form's page allows payments", async ({
  page,
  origin,
  simulators,
}) => {
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      window.violations.push(`${effectiveDirective} ${blockedURI}`);
    });
  });
  await becomeMember(page, "/");
  expect(await asksForPayment(page)).toBe(false);
  await openCardOrder(page, origin);
  const fields = page.locator("iframe[title^='Secure']");
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(fields).toHaveCount(3);
    await expect(page.locator("[id$='-box'] + span")).toHaveCount(0);
    const seen = await fields.evaluateAll((frames) =>
      frames.map((frame) => {
        const { x, y, width, height } = frame.getBoundingClientRect();
        const around = frame.closest("[role=group]")?.getBoundingClientRect();
        const inside = around && x >= around.x && x + width <= around.right && y + height <= around.bottom;
        return { x, y, width, height, inside };
      }),
    );
    for (const { height, width, inside } of seen) {
      expect(height).toBe(44);
      expect(width).toBeGreaterThan(60);
      expect(inside).toBe(true);
    }
    const overlaps = seen.flatMap((one, at) =>
      seen
        .slice(at + 1)
        .filter(
          (other) =>
            one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height,
        ),
    );
    expect(overlaps).toEqual([]);
    // The gateway's other frames are invisible.
    const others = page.locator("iframe:not([title^='Secure'])");
    for (const box of await others.evaluateAll((frames) =>
      frames.map((one) => one.getBoundingClientRect().height),
    ))
      expect(box).toBeLessThanOrEqual(1);
    await page.screenshot({ path: test.info().outputPath(`card-${viewport.width}.png`) });
  }
  expect(await asksForPayment(page)).toBe(true);
  const allowed = await page.evaluate(() => document.featurePolicy.getAllowlistForFeature("payment"));
  expect(allowed).toContain(simulators.stripe);
  expect(await page.evaluate(() => window.violations)).toEqual([]);
  await payByCard(page, cards.good);
  await expectPaid(page);
  const watch = `/videos/${(await lockedSeries(origin)).id}`;
  for (const path of ["/", watch]) {
    await page.goto(path);
    expect(await asksForPayment(page)).toBe(false);
  }
});
