import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { lockedSeries } from "./checkout.ts";
import { invited, joinByPasskey, test } from "./console.ts";
import { expect } from "./journey.ts";

test("C26: a draft is previewed as guest, member and unlocked by its link, until the link is ended", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(timeLimit(120));
  const series = await lockedSeries(app.origin);
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path, `/console/series/${series.id}/texts`);
  await page.getByRole("textbox", { name: "Title, German" }).fill("Another Name");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Private preview" });
  await dialog.getByRole("button", { name: "Make a link" }).click();
  await expect(dialog.getByText("Nobody has opened it yet.")).toBeVisible();
  await expectAccessible(page, "the preview's dialog");
  const link = String(await dialog.getByText(/\/preview\/[\w-]{43}$/).textContent());

  const context = await browser.newContext({ locale: "de-DE" });
  const reader = await context.newPage();
  const faults: string[] = [];
  reader.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 403")) faults.push(message.text());
  });
  const isPlaying = () =>
    expect
      .poll(() =>
        reader.evaluate(async () => {
          const video = document.querySelector<HTMLVideoElement>("video[data-hls]");
          // Code that loads the film meanwhile interrupts it; the next look tries again.
          if (video?.paused) await video.play().catch(() => undefined);
          return video?.currentTime ?? 0;
        }),
      )
      .toBeGreaterThan(0.5);
  await reader.goto(link);
  const bar = reader.getByRole("complementary", { name: "Private Vorschau" });
  await expect(bar).toContainText("Another Name");
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Another Name");
  await isPlaying();
  await expectAccessible(reader, "the preview", "de");
  await bar.getByRole("link", { name: `${series.locked}, gesperrt`, exact: true }).click();
  await expect(bar).toContainText("Diese Folge ist hier gesperrt");
  await expect(reader.locator("video[data-hls]")).toHaveCount(0);
  await bar.getByRole("link", { name: "Freigeschaltet" }).click();
  await expect(reader).toHaveURL(new RegExp(`as=unlocked.*ep=${series.locked}`));
  await isPlaying();
  await bar.getByRole("link", { name: "Mitglied" }).click();
  await isPlaying();
  expect(await context.cookies()).toEqual([]);

  await page.reload();
  await expect(dialog.getByText("Opened 4 times.")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "The latest openings" }).getByRole("listitem")).toHaveCount(
    4,
  );
  await dialog.getByRole("button", { name: "End the preview" }).click();
  await expect(dialog.getByRole("button", { name: "Make a link" })).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole("heading", { name: /Diese Vorschau ist beendet/ })).toBeVisible();
  expect(faults.filter((text) => !text.includes("status of 404"))).toEqual([]);
  await context.close();

  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByText("The draft is discarded.")).toBeVisible();
});
