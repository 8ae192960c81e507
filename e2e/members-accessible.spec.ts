import { expect, test } from "./journey.ts";

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
