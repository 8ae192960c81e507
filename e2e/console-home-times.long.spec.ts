import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { clockOf, passTime } from "./checkout.ts";
import { guestPage, invited, joinByPasskey, test, withoutFrames } from "./console.ts";
import { expect } from "./journey.ts";

// It publishes a section that stays, and moves the clock past a session.
test.use({ appKind: "alone:home-times" });

test("C33: a section with times is on the page of that moment alone: in the preview, and for a visitor when it comes", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(120));
  const DAY_MS = 86_400_000;
  const now = await clockOf(app.origin);
  const wallIn = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 16);
  await joinByPasskey(page, (await invited(app, "editor")).path, "/console/home?dialog=add");
  const dialog = page.getByRole("dialog", { name: "Add section" });
  await dialog.getByLabel("Title in English").fill("Two nights only");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("link", { name: "Two nights only" }).click();
  const until = page.getByLabel("Until", { exact: true });
  await page.getByLabel("From", { exact: true }).fill(wallIn(2));
  await until.fill(wallIn(1));
  await expect(page.getByText("It has to end after it begins.")).toBeVisible();
  await until.fill(wallIn(4));
  await until.blur();
  await expect(page.getByText(/ to \d{4}-\d\d-\d\d \d\d:\d\d$/)).toBeVisible();
  const heading = page.frameLocator("iframe").getByRole("heading", { name: "Two nights only" });
  await expect(page.frameLocator("iframe").getByRole("heading").first()).toBeAttached();
  await expect(heading).toHaveCount(0);
  await page.getByLabel(/^At a moment/).fill(wallIn(3));
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
  await withoutFrames(page, () => expectAccessible(page, "home with times"));
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Publish home" })
    .getByRole("button", { name: "Publish now" })
    .click();
  await expect(page.getByText("Published. Viewers see it now.")).toBeVisible();

  const live = await guestPage(browser, baseURL, "/");
  const isShown = async () => {
    await live.reload();
    return live.getByRole("heading", { name: "Two nights only" }).count();
  };
  expect(await isShown()).toBe(0);
  await passTime(app.origin, 3);
  await expect.poll(isShown).toBe(1);
  await passTime(app.origin, 2);
  await expect.poll(isShown).toBe(0);
  await live.context().close();
});
