import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { lockedSeries, payByCard } from "./checkout.ts";
import { invited, joinByPasskey, openFindings, sizes, test } from "./console.ts";
import { expect, expectPlaying } from "./journey.ts";
import { becomeMember } from "./person.ts";

test.use({ appKind: "own" });

const phone = { width: 390, height: 844 };

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test("C26: an editor withdraws a series: a guest finds it nowhere, its buyer plays on; published again it is back", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(timeLimit(240));
  const { origin } = app;
  const series = await lockedSeries(origin);
  const number = series.freeEpisodeCount + 1;
  const open = async () => (await browser.newContext({ baseURL: origin, viewport: phone })).newPage();
  const buyer = await open();
  await becomeMember(buyer);
  await buyer.goto(`/order/easy?series=${series.id}&ep=${number}&choice=unlock`);
  await buyer.getByRole("checkbox", { name: "I agree" }).check();
  await payByCard(buyer);
  await expect(buyer).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${number}$`));
  await expectPlaying(buyer);
  const guest = await open();
  await guest.goto(`/videos/${series.id}`);
  await expectPlaying(guest);

  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path, `/console/series/${series.id}/episodes`);
  const withdraw = page.getByRole("button", { name: "Withdraw", exact: true });
  await withdraw.click();
  const dialog = page.getByRole("dialog", { name: "Withdraw this series" });
  await expect(dialog).toContainText(/\d+ (person has|people have) bought it and can go on/);
  await dialog.getByRole("checkbox", { name: /^For everybody/ }).check();
  await expect(dialog).toContainText(/bought it and can no longer watch it/);
  await expect(dialog.getByRole("button", { name: "End for everybody" })).toBeDisabled();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page, `withdrawing at ${size.width}`);
    await shot(page, `withdraw-${size.width}`);
  }
  await page.setViewportSize(sizes[0]);
  await dialog.getByRole("checkbox", { name: /^For everybody/ }).uncheck();
  await expect(dialog).toContainText("can go on watching it");
  await page.keyboard.press("Escape");
  await expect(withdraw).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Withdraw now" }).click();
  await expect(page.getByText("Withdrawn. Only those who bought it see it now.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Withdrawn");
  await expect(page.getByRole("button", { name: "End for buyers too" })).toBeVisible();
  await shot(page, "withdrawn");

  // What was playing learns of it when it asks for more, with no reload and no change of focus.
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Lost the plot", {
    timeout: timeLimit(60),
  });
  await shot(guest, "guest");
  await guest.goto(`/searchDetail/${encodeURIComponent(series.title)}`);
  await expect(guest.locator(`a[href*="${series.id}"]`)).toHaveCount(0);
  await buyer.reload();
  await expectPlaying(buyer);
  await buyer.goto(`/videos/${series.id}?ep=1`);
  await expectPlaying(buyer);
  await shot(buyer, "buyer");
  for (const list of ["/unlocked", "/historys"]) {
    await buyer.goto(list);
    await expect(buyer.getByRole("link", { name: new RegExp(series.title) }).first()).toBeVisible();
  }

  // Ended for buyers too: where they would look for it they read why it is gone.
  await page.getByRole("button", { name: "End for buyers too" }).click();
  const ending = page.getByRole("dialog");
  await ending.getByRole("textbox").fill("The licence ended");
  await ending.getByRole("button", { name: "End for everybody" }).click();
  await expect(ending).toBeHidden();
  const gone = `“${series.title}” is no longer here`;
  for (const place of ["/unlocked", "/historys", `/videos/${series.id}`]) {
    await buyer.goto(place);
    await expect(buyer.getByRole("heading", { name: gone })).toBeVisible();
    await expect(buyer.getByText("We no longer have the right to show this series.")).toBeVisible();
    await expect(buyer.getByRole("link", { name: "Ask about your purchase" })).toBeVisible();
    await expectAccessible(buyer, `what ended at ${place}`);
    await shot(buyer, `ended-${place.slice(1, 6)}`);
  }
  await guest.goto(`/videos/${series.id}`);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Lost the plot");

  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("table", { name: "Versions" })).toContainText("Withdrew");
  await page.goto("/console/series?state=withdrawn");
  await expect(page.getByRole("link", { name: series.title })).toBeVisible();
  await page.getByRole("link", { name: series.title }).click();
  const open1 = page.getByRole("list", { name: /^Before it can go live/ }).getByRole("listitem");
  const found = await openFindings(page, series.id);
  await expect(open1).toHaveCount(found);
  for (let left = found; left > 0; left -= 1) {
    await open1.first().getByRole("button", { name: "Accept" }).click();
    await open1.first().getByRole("textbox", { name: "Why is this right?" }).fill("As in the demo");
    await open1.first().getByRole("button", { name: "Accept" }).click();
    await expect(open1).toHaveCount(left - 1);
  }
  await page.getByRole("button", { name: "Publish again" }).click();
  const again = page.getByRole("dialog");
  await again.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("Published. Viewers see it now.")).toBeVisible();
  await guest.goto(`/videos/${series.id}`);
  await expectPlaying(guest);
});
