import { expectWaitForEnd } from "./early-code.ts";
import { expect, expectPlaying, featuredSeries, test, waitForHydration } from "./journey.ts";
import { code, withoutCode } from "./without-code.ts";

test("R10, R102: a picture that failed before hydration is requested again, and a press on the carousel's button before it does what the button says", {
  tag: "@quick",
}, async ({ page }) => {
  const release = await withoutCode(page);
  let down = true;
  let asked = 0;
  await page.route(/\/media\/images\//, (route) => {
    asked += 1;
    return down ? route.abort("connectionreset") : route.continue();
  });
  await page.goto("/");
  const hero = page.locator("article img[fetchpriority=high]").first();
  const isLoaded = () => hero.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);
  await expect
    .poll(() => hero.evaluate((img: HTMLImageElement) => img.complete), { message: "its request has ended" })
    .toBe(true);
  expect(await isLoaded()).toBe(false);
  expect(asked).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Stop moving the featured series" }).click();
  down = false;
  await release();
  await expect.poll(isLoaded).toBe(true);
  await expect(page.getByRole("button", { name: "Move the featured series on" })).toBeVisible();
});

test("R23, R24: a search sent before hydration finds its results and is stored", { tag: "@quick" }, async ({
  page,
}) => {
  const release = await withoutCode(page);
  await page.goto("/search");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("salt & sea? no");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/searchDetail\/salt%20%26%20sea%3F%20no$/);
  await expect(field).toHaveValue("salt & sea? no");
  await release();
  await waitForHydration(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("region", { name: "Search history" })).toContainText("salt & sea? no");
});

test("R50: a form filled in before hydration keeps all its values, the tick included", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/register");
  const agree = page.getByRole("checkbox");
  await page.getByLabel("E-mail", { exact: true }).fill("mara@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long enough one");
  await agree.check();
  await release();
  await waitForHydration(page);
  await expect(agree).toBeChecked();
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue("mara@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("a long enough one");
});

test("R6, R25: a plan and a payment method chosen before hydration stay chosen", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/shopping");
  const plan = page.getByRole("radio", { name: /^30 days/ });
  const payPal = page.getByRole("radio", { name: "PayPal" });
  await plan.check();
  await payPal.check();
  await release();
  await expect(page.getByRole("checkbox", { name: "I agree" })).toBeVisible();
  await expect(plan).toBeChecked();
  await expect(payPal).toBeChecked();
  await expect(page).toHaveURL(/\/shopping\?plan=[^&]+&method=paypal$/);
});

test("R10, R30: what a sheet needs is requested with the page's code when its button is pressed before hydration; a carousel that was moved before it stays where it is", async ({
  page,
}) => {
  const release = await withoutCode(page);
  await page.goto("/");
  const ofSheets = page.locator("link[rel=modulepreload][href*='/drawer-'],link[href*='/category-list-']");
  await expect(page.locator("link[rel=modulepreload][href*='/index-']")).toHaveCount(1);
  await expect(ofSheets).toHaveCount(0);
  const categories = page.getByRole("button", { name: "Categories" });
  await categories.click();
  await expect(ofSheets).toHaveCount(2);
  await categories.click();
  await expect(ofSheets, "once").toHaveCount(2);
  await page.locator("#featured ~ ul").evaluate((track) => track.scrollTo({ left: track.clientWidth }));
  await release();
  await expect(page.getByRole("dialog").getByRole("link").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Move the featured series on" })).toBeVisible();
});

test("R14: the last key pressed before hydration leads to the next episode, once", async ({
  page,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  const release = await withoutCode(page);
  await page.goto(`/videos/${id}`);
  await page.keyboard.press("ArrowDown");
  await release();
  await expect(page).toHaveURL(/[?&]ep=2$/);
  await expectPlaying(page);
  await expect(page).toHaveURL(/[?&]ep=2$/);
});

test("R1: code that failed to load is requested again, and the app runs", async ({ page }) => {
  let failures = 0;
  await page.route(code, (route) => {
    if (failures >= 3) return route.continue();
    failures += 1;
    return route.abort("connectionreset");
  });
  await page.goto("/");
  await waitForHydration(page);
  expect(failures).toBe(3);
});

test("R1: code that is there before the end of the page, from its viewer-state on, waits for it", async ({
  browser,
  origin,
}) => {
  await expectWaitForEnd(browser, origin, "viewer-state");
});
