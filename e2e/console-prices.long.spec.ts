import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { lockedSeries } from "./checkout.ts";
import { invited, joinByPasskey, sizes, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

test("C38: finance gives a series a price of its own, types a large step again, and the paywall shows it", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(timeLimit(120));
  const series = await lockedSeries(app.origin);
  const { path } = await invited(app, "finance");
  await joinByPasskey(page, path, `/console/series/${series.id}/access`);
  const field = page.getByRole("textbox", { name: "Own price in USD" });
  await field.fill("2.49");
  await page.reload();
  await expect(field).toHaveValue("2.49");
  const open = page.getByRole("button", { name: "Change 1 price" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Change prices" });
  await expect(dialog.getByRole("list", { name: "What will happen" })).toContainText(
    "costs $2.49 instead of",
  );
  await expect(dialog.getByRole("button", { name: "Set prices" })).toBeDisabled();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page, `prices at ${size.width}`);
    if (process.env["SHOTS"])
      await page.screenshot({ path: `${process.env["SHOTS"]}/price-${size.width}.png` });
  }
  await page.setViewportSize(sizes[0]);
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/access.png` });
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Type 2.49 for USD again" }).fill("2.49");
  await dialog.getByRole("button", { name: "Set prices" }).click();
  await expect(page.getByText("The price is set.")).toBeVisible();
  await expect(page.getByRole("row", { name: /USD/ })).toContainText("$2.49");

  const guest = await browser.newContext({ baseURL: app.origin, viewport: sizes[1], locale: "en-US" });
  const viewer = await guest.newPage();
  const number = series.freeEpisodeCount + 1;
  await viewer.goto(`/videos/${series.id}?ep=${number}`);
  await expect(viewer.getByRole("dialog", { name: `Episode ${number} is next` })).toContainText("$2.49");
  await guest.close();
});

test("C49: the price of many series is asked for again after the browser's way back, as it was typed for these series alone", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(120));
  const { path } = await invited(app, "finance");
  await joinByPasskey(page, path, "/console/series?state=live");
  const boxes = page.getByRole("checkbox", { name: /^Select (?!this page)/ });
  await boxes.first().check();
  const open = page
    .getByRole("region", { name: "Selected series" })
    .getByRole("button", { name: "Price", exact: true });
  await open.click();
  const asked = page.getByRole("dialog", { name: "Price of 1 series" });
  const amount = page.getByRole("textbox", { name: "Own price in USD" });
  await amount.fill("2.49");
  await asked.getByRole("button", { name: "Continue" }).click();
  const shown = page.getByRole("dialog", { name: "Change prices" });
  await expect(shown.getByRole("list", { name: "What will happen" })).toBeVisible();
  await page.goBack();
  await expect(shown).toBeHidden();
  await open.click();
  await expect(amount).toHaveValue("2.49");
  await page.goBack();
  await expect(asked).toBeHidden();
  // What was typed for one series is not proposed for two.
  await boxes.nth(1).check();
  await open.click();
  await expect(page.getByRole("dialog", { name: "Price of 2 series" })).toBeVisible();
  await expect(amount).toHaveValue("");
});
