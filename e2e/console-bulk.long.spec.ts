import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { inDatabase } from "./app-database.ts";
import { expectAccessible } from "./axe.ts";
import { consoleInfo, invited, joinByPasskey, openFindings, sizes, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

const DRAFTS = 60;

/** Makes drafts without episodes. */
async function makeDrafts(app: { dataDir: string }): Promise<void> {
  await inDatabase(app, async (client) => {
    await client.query("select set_config('app.actor', 'system:restore', false)");
    await client.query(
      `insert into series (id, source_key, title, synopsis, language, free_episode_count, completed, created_at, updated_at, state)
      select 'parade' || n, 'parade:' || n, jsonb_build_object('en', 'Parade ' || n), '{}', 'en', 8, false, now(), now(), 'draft'
      from generate_series(1, $1::int) as n`,
      [DRAFTS],
    );
  });
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test("C11: an editor changes all that match at once, then tags two live series in their drafts, publishes both and takes the list along", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(180));
  await makeDrafts(app);
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path, "/console/series?search=Parade");
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  const bar = page.getByRole("region", { name: "Selected series" });
  await expect(bar).toContainText("50 series selected");
  await bar.getByRole("button", { name: `Select all ${DRAFTS} that match` }).click();
  await expect(bar).toContainText(`All ${DRAFTS} that match are selected`);
  await bar.getByRole("button", { name: "Free episodes" }).click();
  const free = page.getByRole("dialog", { name: `Free episodes of ${DRAFTS} series` });
  await free.getByRole("textbox", { name: "Free episodes" }).fill("3");
  await expect(free.getByRole("list", { name: "What will happen" })).toContainText(
    `${DRAFTS} series that are not on air change at once.`,
  );
  await free.getByRole("button", { name: "Change them" }).click();
  const run = page.getByRole("dialog", { name: "Changing many series" });
  await expect(run.getByRole("status")).toHaveText(`${DRAFTS} changed.`);
  await shot(page, "bulk-done");
  await run.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("row", { name: /Parade/ }).first()).toContainText("3 free");

  await page.getByRole("combobox", { name: "Changed by" }).click();
  await page.getByRole("option", { name: "Me", exact: true }).click();
  await expect(page.getByRole("heading", { name: `${DRAFTS} series` })).toBeVisible();
  await expect(page).toHaveURL(/search=Parade&by=\w{26}$/);
  await page.getByRole("combobox", { name: "Price" }).click();
  await page.getByRole("option", { name: "Own price" }).click();
  await expect(page.getByText("No series matches these filters.")).toBeVisible();
  await page.getByRole("button", { name: /^Drafts/ }).click();
  await page.getByRole("search").getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/console\/series\?state=draft$/);

  await page.getByRole("button", { name: /^Live/ }).click();
  const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
  await expect(rows.first()).toContainText("Live");
  // Two that can be published at once. A row shows three tags at most, so those with this one are found by the filter. By calls: an
  // empty list looks like one that is still to come.
  const tagged = await consoleInfo<{ list: { id: string; names: { en: string } }[] }>(page, "/tag");
  const opera = tagged.list.find(({ names }) => names.en === "Opera")?.id;
  type Listed = { list: { id: string; title: string }[] };
  const having = await consoleInfo<Listed>(page, `/series?state=live&tag=${opera}`);
  const had = new Set(having.list.map(({ id }) => id));
  const chosen: string[] = [];
  for (const { id, title } of (await consoleInfo<Listed>(page, "/series?state=live")).list)
    if (chosen.length < 2 && !had.has(id) && (await openFindings(page, id)) === 0) chosen.push(title);
  for (const title of chosen)
    await page.getByRole("checkbox", { name: `Select ${title}`, exact: true }).check();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page, `selected series at ${size.width}`);
    await shot(page, `bulk-${size.width}`);
  }
  await page.setViewportSize(sizes[0]);
  const download = page.waitForEvent("download");
  await bar.getByRole("link", { name: "Export CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.trim().split("\r\n")).toHaveLength(3);

  await bar.getByRole("button", { name: "Tags" }).click();
  const tags = page.getByRole("dialog", { name: "Tags of 2 series" });
  await tags.getByLabel("Add these tags").and(page.locator("input")).fill("Opera");
  await page.getByRole("option", { name: "Opera" }).click();
  await expect(tags.getByRole("list", { name: "What will happen" })).toContainText("2 series on air change");
  // By keys: the open list of tags lies over the button.
  await tags.getByRole("button", { name: "Change them" }).focus();
  await page.keyboard.press("Enter");
  await expect(run.getByRole("status")).toHaveText("2 changed in their drafts.");
  await shot(page, "bulk-drafts");
  await run.getByRole("button", { name: "Publish 2 drafts" }).click();
  const publish = page.getByRole("dialog", { name: "Publish 2 series" });
  await publish.getByRole("button", { name: "Publish now" }).click();
  await expect(run.getByRole("status")).toHaveText("2 changed.");
  await page.keyboard.press("Escape");
  await page.goto(`/console/series?state=live&tag=${opera}`);
  for (const title of chosen)
    await expect(page.getByRole("row").getByRole("link", { name: title, exact: true })).toBeVisible();
});
