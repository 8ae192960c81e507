import { expect, test } from "./journey.ts";
import { asMember } from "./person.ts";

const forGuests = [
  "/login",
  "/login?error=facebook_cancelled",
  "/login?link=facebook",
  "/register",
  "/retrievePassword",
  "/retrievePassword?code=x",
  "/my",
];
const forMembers = ["/my", "/individual"];

test("text at 200 % fits a screen of 320 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const check = async (path: string) => {
    await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=dy`);
    await page.locator("main h1").waitFor();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    for (const expand of await page.locator("main button[aria-expanded]").all()) await expand.click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  };
  for (const path of forGuests) await check(path);
  // Not opened as a page: its first call would start a guest session during the registration.
  await page.context().request.get("/?lang=en");
  await asMember(page);
  for (const path of forMembers) await check(path);
});

test("the tabs on a phone lead everywhere, and hide for the keyboard and the player", {
  tag: "@quick",
}, async ({ page }) => {
  await page.goto("/");
  const tabs = page.getByRole("navigation", { name: "Main" });
  for (const [name, path] of [
    ["Browse", "/browse/all"],
    ["Me", "/my"],
    ["Home", "/"],
  ] as const) {
    await tabs.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(tabs.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
    await expect(tabs.locator("[aria-current]")).toHaveCount(1);
  }
  await tabs.getByRole("link", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search$/);
  await expect(tabs, "the field has the focus").toBeHidden();
  await page.goBack();
  await tabs.getByRole("link", { name: "My List" }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=%2Ffavorites$/);
  await page.getByPlaceholder("Please enter your email").focus();
  await expect(tabs).toBeHidden();
  await page.getByPlaceholder("Please enter your email").blur();
  await expect(tabs).toBeVisible();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(tabs).toBeHidden();
});
