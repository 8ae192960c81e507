import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { invited, joinByPasskey, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

test("C62 (pages), T38: an editor writes terms of their own beside the real page, with hostile parts shown as words, compares, restores and takes ours", async ({
  page,
  app,
  browser,
  baseURL,
  watch,
}) => {
  test.setTimeout(timeLimit(120));
  await joinByPasskey(page, (await invited(app, "editor")).path);
  await page.getByRole("link", { name: "Pages", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pages" })).toBeVisible();
  await expectAccessible(page, "the pages");
  await page
    .getByRole("row", { name: /Terms of use/ })
    .getByRole("link", { name: "English" })
    .click();
  const text = page.getByRole("textbox", { name: "Markdown" });
  const shown = page.frameLocator("iframe");
  await expect(shown.getByRole("heading", { level: 1 })).toHaveText("Terms of use");
  const hostile = `<script>document.title = "taken"</script>\n\n<img src=x onerror="document.title = 'taken'"> and **bold**\n\n`;
  await text.fill(`${hostile}## Be kind on {{site}}\n\nAlways.\n`);
  await page.getByRole("textbox", { name: "Title" }).fill("Rules of the tram");
  await expect(shown.getByRole("heading", { level: 1 })).toHaveText("Rules of the tram");
  await expect(shown.getByText(/^<script>document\.title/)).toBeVisible();
  await expect(shown.locator('img[src="x"]')).toHaveCount(0);
  await text.fill(`[a](javascript:alert(1))`);
  await expect(page.getByText(/leads neither to a path of this site/)).toBeVisible();
  expect(watch.complaints.splice(0)).toEqual([
    "Failed to load resource: the server responded with a status of 400 (Bad Request)",
  ]);
  await text.fill(`${hostile}## Be kind on {{site}}\n\nAlways.\n`);
  await page.reload();
  await expect(text).toHaveValue(/Always\./);
  await page.getByText("Difference to ours", { exact: true }).click();
  await expect(page.getByRole("list", { name: "Difference to ours" }).getByText("Always.")).toBeVisible();
  await expectAccessible(page, "the difference to ours");
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await bar.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Show this text to visitors?" });
  await expect(dialog.getByRole("status")).toContainText("Every member has agreed to it.");
  await dialog.getByRole("checkbox", { name: /The meaning changed/ }).check();
  await expect(dialog.getByRole("status")).toContainText(/Version of 2026-|Version of 20/);
  await expectAccessible(page, "the question before a text is shown");
  await dialog.getByRole("button", { name: "Save and show" }).click();
  await expect(bar).toBeHidden();

  const guest = await browser.newContext({ baseURL: baseURL ?? "" });
  const visitor = await guest.newPage();
  await visitor.goto("/serviceAgreement");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Rules of the tram");
  await expect(visitor.getByText(/^<script>document\.title/)).toBeVisible();
  await expect(visitor).toHaveTitle(/Rules of the tram/);
  await guest.close();

  // What other tests read is ours.
  await page.getByRole("button", { name: "Use ours" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use ours" }).click();
  await expect(page.getByRole("button", { name: "Use ours" })).toHaveCount(0);
  await page.getByText("Earlier texts", { exact: true }).click();
  const versions = page.getByRole("table", { name: "Earlier texts" });
  await versions.getByRole("button", { name: "Restore this version" }).click();
  await expect(versions.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Rules of the tram");
  await page.getByRole("button", { name: "Use ours" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use ours" }).click();
  await expect(page.getByRole("button", { name: "Use ours" })).toHaveCount(0);
});
