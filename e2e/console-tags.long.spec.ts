import { timeLimit } from "../tools/time-limit.ts";
import { expectFine, invited, joinByPasskey, moveTo, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

test("C33, C28: categories are put in order by mouse and keys; a tag is made, named, merged, deleted and brought back", async ({
  page,
  app,
  browser,
  baseURL,
  watch,
}) => {
  test.setTimeout(timeLimit(180));
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path);
  await page.getByRole("link", { name: "Tags", exact: true }).click();
  const categories = page.getByRole("list", { name: "Categories" });
  const rows = categories.getByRole("listitem");
  const names = () =>
    rows
      .getByRole("button", { name: /^Move / })
      .evaluateAll((handles) => handles.map((one) => one.ariaLabel?.replace("Move ", "")));
  await expect(rows.first()).toBeVisible();
  const before = await names();
  const [first = "", second = "", third = "", ...rest] = before;

  const handle = page.getByRole("button", { name: `Move ${first}`, exact: true });
  await handle.dragTo(rows.nth(2), { targetPosition: { x: 150, y: 44 } });
  await expect.poll(names).toEqual([second, third, first, ...rest]);
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(names).toEqual([second, first, third, ...rest]);
  await expect(handle).toBeFocused();
  // By touch on a phone: the handle opens the choice of a place.
  await handle.click();
  await expect(page.getByRole("dialog", { name: `Move ${first} to…` })).toBeVisible();
  await expectFine(page, "move-to");
  await page.keyboard.press("Escape");
  await expect(handle).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await moveTo(page, first, "First place");
  await expect.poll(names).toEqual([first, second, third, ...rest]);
  await moveTo(page, first, /^2 · /);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(names).toEqual([second, first, third, ...rest]);
  await page.reload();
  await expect.poll(names).toEqual([second, first, third, ...rest]);
  const guest = await browser.newContext({ baseURL });
  const order = async () =>
    (await (await guest.request.get("/api/tag?kind=category")).json()).data.list
      .map(({ name }: { name: string }) => name)
      .slice(0, 2);
  await expect.poll(order).toEqual([second, first]);
  await expectFine(page, "tags");
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(names).toEqual(before);

  await page.getByRole("button", { name: "New tag" }).click();
  const fresh = page.getByRole("dialog", { name: "New tag" });
  await fresh.getByRole("textbox", { name: "English" }).fill("Lighthouses");
  await fresh.getByRole("textbox", { name: "German" }).fill("Leuchttürme");
  await expectFine(page, "tags-new");
  await page.keyboard.press("Enter");
  await expect(page.getByText("“Lighthouses” is saved.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Name of a tag" }).fill("leucht");
  const tags = page.getByRole("list", { name: "Tags", exact: true });
  await expect(tags.getByRole("listitem")).toHaveCount(1);
  await expect(page).toHaveURL(/search=leucht/);
  await page.getByRole("button", { name: "New tag" }).click();
  await fresh.getByRole("textbox", { name: "English" }).fill("lighthouses");
  await fresh.getByRole("button", { name: "Save names" }).click();
  await expect(fresh).toContainText(
    "There is a tag “lighthouses” already. Choose another name, or merge the two.",
  );
  await page.keyboard.press("Escape");

  // Deleted with its series, and back with them.
  await page.getByRole("searchbox", { name: "Name of a tag" }).fill("Hidden identity");
  const row = tags.getByRole("listitem");
  const count = row.getByRole("link");
  await expect(count).toHaveText(/^\d+ series$/);
  const series = await count.innerText();
  await row.getByRole("button", { name: "Delete: Hidden identity" }).click();
  await expect(page.getByText("“Hidden identity” is deleted and taken from its series")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(count).toHaveText(series);

  const open = row.getByRole("button", { name: "Merge: Hidden identity" });
  await open.click();
  const merge = page.getByRole("dialog", { name: "Merge Hidden identity into another" });
  await merge.getByRole("combobox", { name: "Into" }).click();
  await page.getByRole("option", { name: "Lighthouses" }).click();
  await expect(merge).toContainText("with “Hidden identity” get");
  await expectFine(page, "tags-merge");
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await open.click();
  await merge.getByRole("combobox", { name: "Into" }).click();
  await page.getByRole("option", { name: "Lighthouses" }).click();
  await merge.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText("“Hidden identity” is now “Lighthouses”")).toBeVisible();
  await page.getByRole("searchbox", { name: "Name of a tag" }).fill("Lighthouses");
  await expect(count).toHaveText(series);

  // What home shows stays, and the sentence names the section.
  await page.getByRole("searchbox", { name: "Name of a tag" }).fill("Asian Stories");
  await page.getByRole("button", { name: "Delete: Asian Stories" }).click();
  await expect(page.getByText(/^Home shows its series in/)).toBeVisible();
  // The browser logs the two refusals that were asked for.
  expect(watch.complaints.splice(0)).toEqual(Array(2).fill(expect.stringContaining("status of 400")));
  await guest.close();
});
