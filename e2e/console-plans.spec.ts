import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { timeLimit } from "../tools/time-limit.ts";
import { clockOf, passTime } from "./checkout.ts";
import { expectFine, invited, joinByPasskey, moveTo, test, withoutFrames } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

const day = 86_400_000;

/** Runs several `npm run plan` on an app's data folder, in one process: most of its time is its start. */
async function runPlans({ dataDir }: { dataDir: string }, all: string[][]): Promise<void> {
  const file = join(import.meta.dirname, "../server/src/billing/sales/plan-command.ts");
  const script = `import { main } from ${JSON.stringify(pathToFileURL(file))};
    for (const args of ${JSON.stringify(all)}) if ((await main(args)) !== 0) process.exit(1);`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

test("C38: finance plans a price: the old one until its moment, the new one after it; plans are named, moved, taken off sale and back", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(180));
  const { path } = await invited(app, "finance");
  await joinByPasskey(page, path, "/console/plans");
  const plans = page.getByRole("list", { name: "Plans and prices" });
  const monthly = plans.getByRole("listitem").filter({ hasText: "Renews every 30 days" });
  await expect(monthly).toBeVisible();
  const name = (await monthly.getByRole("heading").innerText()).split("\n")[0] ?? "";
  const sheet = page.frameLocator('iframe[title="As viewers see it"]');
  const before = await monthly
    .getByRole("row", { name: /^USD/ })
    .getByText(/^\$[\d.]+$/)
    .first()
    .innerText();
  await expect(sheet.getByText(before).first()).toBeVisible();
  const isFine = (name: string) => withoutFrames(page, () => expectFine(page, name));
  await isFine("plans");

  const guest = await browser.newContext({ baseURL, locale: "en-US" });
  const viewer = await guest.newPage();
  const offered = async () => {
    await viewer.goto("/shopping");
    return viewer.getByRole("main").innerText();
  };
  expect(await offered()).toContain(before);

  // Planned: typed, shown, and typed again because it is a large step.
  const open = monthly.getByRole("button", { name: `Set price: ${name}` });
  await open.click();
  const dialog = page.getByRole("dialog", { name: `New price of ${name}` });
  const field = dialog.getByRole("textbox", { name: "Price in USD" });
  await field.fill("34.49");
  // The clock of the app may be ahead.
  const later = new Date((await clockOf(app.origin)).getTime() + 3 * day);
  await dialog.getByLabel(/^From when on/).fill(`${later.toISOString().slice(0, 10)}T18:00`);
  await isFine("plans-price");
  await dialog.getByRole("button", { name: "Show what it does" }).click();
  const effect = dialog.getByRole("list", { name: "What will happen" });
  await expect(effect).toContainText(`costs $34.49 instead of ${before}`);
  await expect(effect).toContainText("Orders that are open then keep their price.");
  await expect(dialog.getByRole("button", { name: "Plan this price" })).toBeDisabled();
  await isFine("plans-effect");
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("34.49");
  await dialog.getByRole("button", { name: "Show what it does" }).click();
  await dialog.getByRole("textbox", { name: "Type 34.49 for USD again" }).fill("34.49");
  await dialog.getByRole("button", { name: "Plan this price" }).click();
  await expect(page.getByText("The price is planned")).toBeVisible();
  await expect(monthly.getByRole("row", { name: /^USD/ })).toContainText("$34.49 from");
  expect(await offered()).toContain(before);

  // The sheet at that moment, in another language.
  await page.reload();
  await page.getByLabel(/^At a moment/).fill(`${later.toISOString().slice(0, 10)}T19:00`);
  await expect(sheet.getByText("$34.49").first()).toBeVisible();
  await expect(page).toHaveURL(/seen=/);

  await monthly.getByRole("button", { name: `Texts: ${name}` }).click();
  const texts = page.getByRole("dialog", { name: `Texts of ${name}` });
  const german = texts.getByRole("textbox", { name: "Name, German" });
  const usual = await german.inputValue();
  await german.fill("Der ganze Monat");
  await isFine("plans-texts");
  await texts.getByRole("button", { name: "Save texts" }).click();
  await expect(page.getByText("The texts are saved.")).toBeVisible();
  await page.reload();
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "German" }).click();
  await expect(sheet.getByText("Der ganze Monat")).toBeVisible();

  const headings = () => plans.getByRole("listitem").getByRole("heading").allInnerTexts();
  const order = await headings();
  await moveTo(page, name, "First place").catch(async () => moveTo(page, name, "Last place"));
  await expect.poll(headings).not.toEqual(order);

  await monthly.getByRole("button", { name: `Take off sale: ${name}` }).click();
  const off = page.getByRole("dialog", { name: `Take ${name} off sale` });
  await expect(off.getByRole("list", { name: "What will happen" })).toContainText(
    "The paywall does not offer",
  );
  await off.getByRole("button", { name: "Take off sale" }).click();
  await expect(monthly.getByText("Off sale")).toBeVisible();
  await expect.poll(offered).not.toContain(before);
  await monthly.getByRole("button", { name: `Put back on sale: ${name}` }).click();
  await page
    .getByRole("dialog", { name: `Put ${name} back on sale` })
    .getByRole("button", { name: "Put back on sale" })
    .click();
  await expect.poll(offered).toContain(before);

  await passTime(app.origin, 4);
  await expect.poll(offered).toContain("$34.49");
  expect(await offered()).not.toContain(before);
  await guest.close();

  // As the next file expects the app.
  await runPlans(app, [
    ["price", "days-30", `USD=${before.slice(1)}`],
    ["name", "days-30", `de=${usual}`],
    ["order", "days-30", "2"],
  ]);
});

test("C46, C56: Back leaves the plans and the editor of a page at once, whatever the views beside them have shown; the sheet beside the plans stays when the clock jumps, and says what to do once its code has ended", async ({
  page,
  app,
  baseURL,
}) => {
  await joinByPasskey(page, (await invited(app, "owner")).path, "/console/pages");
  await page
    .getByRole("row", { name: /Terms of use/ })
    .getByRole("link", { name: "English" })
    .click();
  const view = page.frameLocator("iframe");
  await expect(view.getByRole("heading", { level: 1 })).toHaveText("Terms of use");
  for (const title of ["Rules", "Rules of the tram"]) {
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await expect(view.getByRole("heading", { level: 1 })).toHaveText(title);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/console\/pages$/);

  await page.getByRole("link", { name: "Plans and prices", exact: true }).click();
  await expect(view.getByRole("heading").first()).toBeVisible();
  await page.getByLabel("Language", { exact: true }).first().click();
  await page.getByRole("option", { name: "German" }).click();
  await expect(view.locator("html")).toHaveAttribute("lang", "de");
  await page.goBack();
  await expect(page).toHaveURL(/\/console\/pages$/);

  await page.getByRole("link", { name: "Plans and prices", exact: true }).click();
  const frame = page.locator('iframe[title="As viewers see it"]');
  const sheet = page.frameLocator('iframe[title="As viewers see it"]');
  await expect(sheet.getByRole("heading").first()).toBeVisible();
  const shown = (await frame.getAttribute("src")) ?? "";
  await passTime(app.origin, 2 / 24);
  // The session has ended too: the page asks for a new sign-in as soon as it reads anything, and stays as it is.
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(again).toBeHidden();
  await expect(frame).toHaveAttribute("src", shown);
  await page.getByLabel("Language", { exact: true }).first().click();
  await page.getByRole("option", { name: "German" }).click();
  await expect(sheet.locator("html")).toHaveAttribute("lang", "de");
  await expect(sheet.getByRole("heading").first()).toBeVisible();
  const address = (await frame.getAttribute("src")) ?? "";
  const ended = new URL(address, baseURL);
  ended.pathname = ended.pathname.replace(/\d+-/, "1000000000-");
  await frame.evaluate((element, src) => element.setAttribute("src", src), String(ended));
  await expect(sheet.getByText("Diese Ansicht ist nach einer Stunde abgelaufen.")).toBeVisible();
});
