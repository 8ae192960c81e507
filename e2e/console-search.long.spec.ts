import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { invited, joinByPasskey, sizes, test } from "./console.ts";
import { expect } from "./journey.ts";

const tablet = { width: 820, height: 1180 };
const shots = process.env["SHOTS"];

test("C44, C47: everything is found by the keyboard alone, at its own address, and the last opened are there again", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(120));
  await joinByPasskey(page, (await invited(app)).path, "/console/jobs");
  await expect(page.getByRole("heading", { name: "Jobs", exact: true })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Search everything" });
  const field = dialog.getByRole("combobox");
  const current = dialog.getByRole("option", { selected: true });

  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await expect(dialog.getByRole("group", { name: "Screens" })).toBeVisible();
  await field.fill("pier");
  await expect(current).toContainText("Signal from Pier 9");
  await expect(page).toHaveURL(/find=1&words=pier/);
  // The same view in another tab.
  await page.reload();
  await expect(current).toContainText("Signal from Pier 9");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/console\/jobs$/);

  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  // Typed and confirmed at once: it opens when it is found.
  await page.keyboard.insertText("pier 9");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /Signal from Pier 9/ })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();

  await page.keyboard.press("/");
  await expect(dialog.getByRole("group", { name: "Opened last" })).toContainText("Signal from Pier 9");
  for (const [index, size] of [sizes[0], tablet, sizes[1]].entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: index === 1 ? "light" : "dark" });
    await expectAccessible(page, `start of search at ${size.width}`);
    await field.fill("the");
    await expect(dialog.getByRole("group", { name: "Series" })).toBeVisible();
    await expectAccessible(page, `search at ${size.width}`);
    if (shots) await page.screenshot({ path: `${shots}/search-${size.width}.png` });
    await field.fill("");
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(sizes[0]);
  await field.fill("pix");
  await expect(current).toHaveText("Pixels");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Pixels", exact: true }).first()).toBeVisible();
  if (shots) await page.screenshot({ path: `${shots}/topbar.png` });

  const opener = page.getByRole("button", { name: "Search series, mail, order, receipt" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await field.fill("xyzzyx");
  await expect(dialog).toContainText("Nothing matches “xyzzyx”.");
  await page.route("**/api/console/search?**", (route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: "<p>A proxy has nothing.</p>" }),
  );
  await field.fill("bride");
  await expect(dialog.getByRole("alert")).toContainText("The server did not answer");
  await page.unroute("**/api/console/search?**");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(current).toContainText("Bride");
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});
