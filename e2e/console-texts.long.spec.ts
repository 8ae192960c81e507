import { readFile } from "node:fs/promises";
import { timeLimit } from "../tools/time-limit.ts";
import { expectFine, invited, joinByPasskey, openSeries, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

test("C28, T39: texts are downloaded as a table, changed, and imported with what changes and what is left out shown before", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(180));
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path);
  await openSeries(page, app.origin);
  await page.getByRole("link", { name: "Texts", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Title of episode 1, French" });
  const before = await field.inputValue();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const csv = await readFile((await download.path()) ?? "", "utf8");
  expect(csv).toContain("series,name,field,en,es,fr,de,pt");

  const open = page.getByRole("button", { name: "Import a table" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Import a table of texts" });
  const choose = (text: string, name = "texts.csv") =>
    dialog
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  // The same table again changes nothing.
  await choose(csv);
  await expect(dialog).toContainText("No text changes.");
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await choose("title,words\nx,y\n", "other.csv");
  await expect(dialog).toContainText("Line 1: The first line names the columns: series, field");

  const id = /\/series\/([^/]+)\//.exec(page.url())?.[1] ?? "";
  const table = `series\tfield\tfr\tde\n${id}\tepisode 1\t=Le serment\tDer Schwur\n${id}\tepisode 99\tx\t\n`;
  await choose(table, "serment.tsv");
  await expect(dialog).toContainText("2 texts change in 1 series. Those of a live series go into its draft.");
  await expect(dialog).toContainText("Line 3: The series has no episode 99.");
  await expect(dialog.getByRole("row", { name: /French/ })).toContainText(before);
  await expectFine(page, "texts-import");
  await dialog.getByRole("button", { name: "Import 2 texts" }).click();
  await expect(page.getByText("2 texts are taken over.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue("=Le serment");
  await expect(page.getByText("Unpublished changes")).toBeVisible();
  await page.getByRole("link", { name: "History", exact: true }).click();
  await page.getByRole("row").last().getByRole("button", { name: "Restore" }).click();
  await page.getByRole("link", { name: "Texts", exact: true }).click();
  await expect(field).toHaveValue(before);
  await open.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
});

test("C4: who may not change texts copies none from English by a key either", async ({ page, app }) => {
  const { path } = await invited(app, "support");
  await joinByPasskey(page, path);
  await openSeries(page, app.origin);
  await page.getByRole("link", { name: "Texts", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Title of episode 1, French" });
  const before = await field.inputValue();
  expect(await page.getByRole("textbox", { name: "Title of episode 1, English" }).inputValue()).not.toBe(
    before,
  );
  await field.press("Control+d");
  // Keys that only move work.
  await field.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title of episode 2, French" })).toBeFocused();
  await expect(field).toHaveValue(before);
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);
});
