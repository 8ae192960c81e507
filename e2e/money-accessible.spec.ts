import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import {
  atPayPal,
  becomeMember,
  callOf,
  cardField,
  cards,
  choose,
  expectPaid,
  lockedSeries,
  openCardOrder,
  orderIn,
  payButton,
  payByCard,
} from "./checkout.ts";
import { expect, test } from "./journey.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
];

async function expectNoFault(page: Page, where: string): Promise<void> {
  // What moves in is judged when it stands.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running" || false));
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    where,
  ).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, `${where} is wider than the screen`).toBeLessThanOrEqual(0);
}

for (const viewport of sizes) {
  for (const language of ["en", "dy"]) {
    test(`before, during and after a purchase nothing is hard to see, hear or reach at ${viewport.width} wide in ${language}`, async ({
      page,
      origin,
      standIns,
    }) => {
      test.setTimeout(150_000);
      await page.setViewportSize(viewport);
      const series = await lockedSeries(origin);
      const shot = (name: string) =>
        page.screenshot({ path: `/tmp/b13-axe-${viewport.width}-${language}-${name}.png` });
      const spoken = (path: string) => `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
      await page.goto(spoken(`/videos/${series.id}?ep=${series.locked}`));
      const sheet = page.getByRole("dialog");
      await expect(sheet.locator("input[name=choice]").first()).toBeAttached();
      await expectNoFault(page, "unlock sheet");
      await sheet.locator("label").filter({ has: page.locator("input[name=choice]") }).nth(2).click();
      await expectNoFault(page, "unlock sheet, chosen");
      await shot("sheet");
      await sheet.getByRole("checkbox").check();
      await sheet.getByRole("button", { name: /19/ }).last().click();
      await expect(sheet.locator("#join-heading")).toBeVisible();
      await expectNoFault(page, "account within the purchase");
      await shot("join");

      await page.goto("/my?lang=en");
      await becomeMember(page);
      await page.goto(spoken(`/shopping?series=${series.id}&episode=none`));
      await expect(page.locator("input[name=choice]").first()).toBeAttached();
      await page.locator("label").filter({ has: page.locator("input[name=choice]") }).first().click();
      await page.locator("main button").last().click();
      await expectNoFault(page, "/shopping, not agreed");
      await shot("shopping");
      const { info: plans } = await callOf<{ consent: { version: string } }>(page, "GET", "/api/plan");
      const { info } = await callOf<{ order: { id: string } }>(page, "POST", "/api/payment/order", {
        kind: "unlock",
        seriesId: series.id,
        method: "card",
        clientToken: crypto.randomUUID(),
        consent: { version: plans.consent.version, accepted: true },
      });
      const easy = `/order/easy?order=${info.order.id}`;
      await page.goto(easy);
      await expect(cardField(page, "number")).toBeVisible();
      await expectNoFault(page, "/order/easy");
      await payButton(page).click();
      await expect(page.locator("[aria-invalid]").first()).toBeVisible();
      await expectNoFault(page, "/order/easy, faults");
      await shot("easy-faults");
      await page.goto(`/order/result?order=${info.order.id}`);
      await expect(page.locator("main h1")).toBeVisible();
      await expectNoFault(page, "/order/result, unpaid");
      await shot("unpaid");
      await page.goto("/order/result");
      await expectNoFault(page, "/order/result, no order");
      await payFor(page, info.order.id);
      await page.goto(`/order/result?order=${info.order.id}`);
      await expect(page.locator(`main a[href^='/videos/${series.id}']`).first()).toBeVisible();
      await expectNoFault(page, "/order/result, paid");
      await shot("paid");
      await page.goto("/unlocked");
      await expect(page.locator(`main a[href^='/videos/${series.id}']`)).toBeVisible();
      await expectNoFault(page, "/unlocked");
      await shot("unlocked");
    });
  }
}

/** Pays an order by the call that the card form makes. */
async function payFor(page: Page, orderId: string): Promise<void> {
  const paid = await callOf(page, "POST", "/api/payment/pay", {
    method: "card",
    orderId,
    paymentMethod: "pm_card_visa",
    firstName: "Mara",
    lastName: "Quint",
    email: "mara@example.com",
  });
  expect(paid.code).toBe(200);
}
