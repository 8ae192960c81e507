import type { PlanList } from "@cliffhanger/contract";
import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible, isAudited } from "./axe.ts";
import { callOf, cardField, lockedSeries, payButton, payCall } from "./checkout.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

const phone = { width: 390, height: 844 };
const sizes = [phone, { width: 1280, height: 800 }, { width: 320, height: 640 }];

const spoken = (path: string, language: string) => `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;

/** Changes the size, and waits until the page has drawn it: a device draws each size before it changes to the next. */
async function resize(page: Page, viewport: typeof phone): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Checks that nothing overflows the screen, and names what does. */
async function expectFits(page: Page, where: string): Promise<void> {
  const beyond = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const all = [...document.querySelectorAll<HTMLElement>("body *")];
    // Content may overflow its element.
    const wide = all.filter((one) => one.getBoundingClientRect().left + one.scrollWidth > innerWidth + 1);
    return ["the page", ...wide.map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 60)}`)];
  });
  expect(beyond, `${where} is wider than the screen`).toEqual([]);
}

/** Opens an order for a member by the call that the button makes. */
async function orderFor(page: Page, what: { seriesId: string } | { days: number }): Promise<string> {
  const { info: sale } = await callOf<PlanList>(page, "GET", "/api/plan");
  const plan = "days" in what ? sale.plans.find(({ periodDays }) => periodDays === what.days) : undefined;
  const { info } = await callOf<{ order: { id: string } }>(page, "POST", "/api/payment/order", {
    ...(plan ? { kind: "subscribe", planId: plan.id } : { kind: "unlock", ...what }),
    method: "card",
    clientToken: crypto.randomUUID(),
    consent: { version: sale.consent.version, accepted: true },
  });
  return info.order.id;
}

async function payFor(page: Page, orderId: string): Promise<void> {
  expect((await payCall(page, orderId)).code).toBe(200);
}

/** Goes through all states of a purchase; `check` is called in each. */
async function walk(
  page: Page,
  origin: string,
  language: string,
  check: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const series = await lockedSeries(origin);
  const choices = page.locator("label").filter({ has: page.locator("input[name=choice]") });
  await page.goto(spoken(`/videos/${series.id}?ep=${series.locked}`, language));
  const sheet = page.getByRole("dialog");
  const rows = sheet.locator("a[href^='/order/easy?']");
  await expect(rows.first()).toBeVisible();
  await check(page, "sheet");
  await rows.nth(2).click();
  await expect(cardField(page, "number")).toBeVisible();
  await check(page, "document");
  await payButton(page).click();
  await expect(page.locator("[aria-invalid]").first()).toBeVisible();
  await check(page, "document-faults");
  await page.goto(spoken(`/shopping?series=${series.id}`, language));
  await choices.first().click();
  await page.getByRole("checkbox").check();
  await page.locator("main button.primary").click();
  await expect(page.locator("#join-heading")).toBeVisible();
  await check(page, "shopping-join");
  // Whoever becomes a member now would go on with this purchase.
  await page.evaluate(() => sessionStorage.clear());

  await becomeMember(page);
  await page.goto(spoken(`/shopping?series=${series.id}`, language));
  await choices.first().click();
  await page.locator("main button.primary").click();
  await check(page, "shopping-not-agreed");
  const orderId = await orderFor(page, { seriesId: series.id });
  await page.goto(`/order/easy?order=${orderId}`);
  await expect(cardField(page, "number")).toBeVisible();
  await check(page, "easy");
  await payButton(page).click();
  await expect(page.locator("[aria-invalid]").first()).toBeVisible();
  await check(page, "easy-faults");
  await page.goto(`/order/result?order=${orderId}`);
  await expect(page.locator("main a.primary")).toBeVisible();
  await check(page, "result-unpaid");
  await page.goto("/order/result");
  await check(page, "result-none");
  await payFor(page, orderId);
  await page.goto(`/order/result?order=${orderId}`);
  await expect(page.locator(`main a[href^="/videos/${series.id}"]`).first()).toBeVisible();
  await check(page, "result-paid");
  await page.goto("/unlocked");
  await expect(page.locator(`main a[href^="/videos/${series.id}"]`)).toBeVisible();
  await check(page, "unlocked");

  await payFor(page, await orderFor(page, { days: 30 }));
  await page.goto("/shopping");
  await expect(page.locator("#membership-note")).toBeVisible();
  await check(page, "shopping-member");
  await page.goto("/my");
  await expect(page.locator("main a[href='/individual']").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await check(page, "my-member");
  await page.goto("/individual");
  await page.locator("section[aria-labelledby=membership] button[aria-haspopup=dialog]").last().click();
  await expect(sheet).toBeVisible();
  await check(page, "cancel-sheet");
  await sheet.locator("button.primary").click();
  await expect(sheet).toHaveCount(0);
  await check(page, "individual-cancelled");
}

for (const [code, language] of [
  ["en", "en"],
  ["fy", "fr"],
  ["dy", "de"],
] as const) {
  test(`case 150: before, during and after a purchase nothing is inaccessible in ${language}, at any size and with text at 200 %`, async ({
    page,
    origin,
  }) => {
    test.setTimeout(timeLimit(600));
    await page.setViewportSize(phone);
    await walk(page, origin, code, async (there, name) => {
      for (const viewport of sizes) {
        const where = `${name} at ${viewport.width}`;
        await resize(there, viewport);
        await expectFits(there, where);
        if (isAudited(language, viewport.width)) await expectAccessible(there, where, language);
      }
      // The last viewport is the smallest.
      await there.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      await expectFits(there, `${name} with large letters`);
      await there.evaluate(() => document.documentElement.style.removeProperty("font-size"));
      await resize(there, phone);
    });
  });
}

test("R50: nothing covers the consent text on a phone, at a desk and on a small phone", async ({
  page,
  origin,
}) => {
  const series = await lockedSeries(origin);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await page.goto(`/shopping?series=${series.id}`);
    await page.locator("label:has(input[name=choice])").nth(2).click();
    const words = page.locator("[id$='-words']");
    const foot = page.locator("main [aria-live=polite]").locator("xpath=..");
    await expect(foot).toContainText("Next charge");
    const [box, over] = [await words.boundingBox(), await foot.boundingBox()];
    const background = await foot.evaluate((element) => getComputedStyle(element).backgroundColor);
    // A sticky footer hides the content under and below it.
    const covers = (box?.y ?? 0) + (box?.height ?? 0) > (over?.y ?? 0);
    expect(covers && /^rgba\(.*, 0\)$|transparent/.test(background), background).toBe(false);
    // The last text is visible.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect
      .poll(async () => {
        const [last, bar] = [await words.boundingBox(), await foot.boundingBox()];
        return last && bar ? last.y + last.height <= bar.y + 1 : null;
      })
      .toBe(true);
  }
});

test("case 150: a purchase is made by keyboard alone, from the locked episode to the paid order", async ({
  page,
  origin,
}) => {
  const series = await lockedSeries(origin);
  await becomeMember(page, `/videos/${series.id}?ep=${series.locked}`);
  await expect(page.getByRole("dialog").getByRole("link", { name: /^Unlock/ })).toBeVisible();
  const type = (text: string) => page.keyboard.type(text, { delay: 20 });
  const tabTo = async (what: string) => {
    for (let steps = 0; steps < 25; steps += 1) {
      await page.keyboard.press("Tab");
      await page.waitForTimeout(60); // the next field may be in another process
      const here = await page.evaluate(() => {
        const { activeElement: at } = document;
        const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])] : [];
        const label = labels.map(({ textContent }) => textContent).join(" ");
        // The page and a dialog hold every word, and have the focus while nothing in them has.
        const own = at?.matches("a, button") ? (at.textContent ?? "") : "";
        return `${at?.getAttribute("title") ?? ""} ${at?.getAttribute("aria-label") ?? ""} ${label} ${own}`;
      });
      if (here.includes(what)) return;
    }
    throw new Error(`"${what}" is not reached by Tab.`);
  };
  await tabTo("Unlock this series");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/order\/easy\?series=/);
  await expect(cardField(page, "number")).toBeVisible();
  await tabTo("I agree");
  await page.keyboard.press("Space");
  await tabTo("Secure card number input frame");
  await type("4242424242424242");
  await tabTo("Secure expiration date input frame");
  await type("1234");
  await tabTo("Secure CVC input frame");
  await type("123");
  await tabTo("First name");
  await type("Mara");
  await tabTo("Last name");
  await type("Quint");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${series.locked}$`));
  await expectPlaying(page);
});
