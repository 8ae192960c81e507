import { expect } from "@playwright/test";
import { test } from "./journey.ts";

test("R9, R35: a tap before hydration loses neither the token nor the language of the address", async ({
  page,
}) => {
  let held = true;
  await page.route(/\/assets\/(?!boot-)[^/]*\.js$/, (route) => (held ? undefined : route.continue()));
  await page.goto("/?token=maria-8&lang=de");
  held = false;
  await page.locator('a[href="/browse/all"]:visible').first().click();
  await expect(page).toHaveURL(/\/browse\/all$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("REFERER_TOKEN"))).toBe("maria-8");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});
