import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { invited, joinByPasskey, openSeries, sizes, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

/** Making all sizes takes seconds while other journeys run. */
const MADE = { timeout: timeLimit(30) };

/** A picture whose colours tell the place: red grows to the right, green downwards. */
async function gradient(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      data[at] = Math.round((x / width) * 255);
      data[at + 1] = Math.round((y / height) * 255);
      data[at + 2] = 60;
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** The mean difference of two pictures, by colour, of 255. */
async function difference(one: Buffer, other: Buffer, width: number, height: number): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((file) =>
      // The lower part of a card has its title over it.
      sharp(file)
        .resize(width, height, { fit: "fill" })
        .extract({ left: 3, top: 3, width: width - 6, height: Math.floor(height * 0.6) })
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  );
  if (!a || !b) throw new Error("There is no picture.");
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

const dialogOf = (page: Page, kind: string) => page.getByRole("dialog", { name: `${kind}: choose and crop` });
const previewsOf = (dialog: Locator) =>
  dialog.getByRole("region", { name: "As viewers see it" }).getByRole("figure");

test("C34: an editor crops a poster by drag and by keys, sees its four sizes as viewers get them, takes a cover from a film, removes it and undoes that", async ({
  page,
  app,
  request,
}) => {
  test.setTimeout(timeLimit(120));
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path);
  await openSeries(page, app.origin);
  await page.getByRole("link", { name: "Pictures" }).click();
  await expect(page).toHaveURL(/\/pictures$/);
  const posters = page.locator("section").filter({ has: page.getByRole("heading", { name: "Poster, 2:3" }) });
  await posters.getByRole("button", { name: "Replace" }).click();
  await expect(page).toHaveURL(/dialog=poster/);
  const dialog = dialogOf(page, "Poster");
  const input = dialog.getByLabel("Choose a file").and(page.locator("input"));

  const bomb = { create: { width: 8000, height: 8000, channels: 3, background: "#223344" } } as const;
  await input.setInputFiles({
    name: "bomb.png",
    mimeType: "image/png",
    buffer: await sharp(bomb).png().toBuffer(),
  });
  await expect(dialog.getByText("bomb.png has more than 60 million pixels")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Use this picture" })).toBeDisabled();
  await input.setInputFiles({ name: "notes.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<html>") });
  await expect(dialog.getByText("notes.svg is not a picture that this browser can show")).toBeVisible();

  const buffer = await gradient(2400, 1800);
  await input.setInputFiles({ name: "Key art (final).jpg", mimeType: "image/jpeg", buffer });
  const frame = dialog.getByRole("button", { name: /^Part that is shown/ });
  await expect(frame).toHaveAccessibleName(/middle at 50 % from the left and 50 % from the top/);
  const zoom = dialog.getByRole("slider", { name: "Size of the part" });
  await zoom.focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press("ArrowRight");
  const box = await frame.boundingBox();
  if (!box) throw new Error("The frame is not drawn.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 + 20, { steps: 4 });
  await page.mouse.up();
  await frame.focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await expect(frame).not.toHaveAccessibleName(/at 50 %/);
  const previews = previewsOf(dialog);
  await expect(previews).toHaveCount(4);
  const seen: { width: number; shot: Buffer }[] = [];
  for (const preview of await previews.all()) {
    const shown = preview.locator("div").first();
    const { width = 0 } = (await shown.boundingBox()) ?? {};
    seen.push({ width, shot: await shown.screenshot() });
  }
  expect(seen.map(({ width }) => width)).toEqual([54, 104, 133, 168]);
  for (const [index, size] of sizes.entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: index === 0 ? "light" : "dark" });
    await expectAccessible(page, `crop of a poster at ${size.width}`);
    await page.screenshot({ path: test.info().outputPath(`crop-${size.width}.png`) });
  }
  await page.setViewportSize(sizes[0]);
  await page.emulateMedia({ colorScheme: "light" });
  await dialog.getByRole("button", { name: "Use this picture" }).click();
  await expect(dialog).toBeHidden(MADE);
  await expect(page.getByText("Poster set. Viewers see it when you publish.")).toBeVisible();
  await expect(posters.getByRole("button", { name: "Replace" })).toBeFocused();
  const made = posters.getByRole("img", { name: "Present Poster" });
  const url = (await made.getAttribute("src")) ?? "";
  expect(url).toMatch(/-720\.webp$/);
  for (const { width, shot } of seen) {
    // What a phone or desk gets for a card of this width.
    const file = [180, 360, 540, 720].find((each) => each >= width);
    const served = await (await request.get(url.replace(/-720\./, `-${file}.`))).body();
    expect(await difference(shot, served, width, Math.round(width * 1.5)), `${width} wide`).toBeLessThan(6);
  }

  const covers = page.locator("section").filter({ has: page.getByRole("heading", { name: "Cover, 16:9" }) });
  await covers.getByRole("button", { name: "Replace" }).click();
  const cover = dialogOf(page, "Cover");
  await cover.getByRole("button", { name: "A frame of an episode" }).click();
  await expect(cover.getByRole("slider", { name: "Moment" })).toBeVisible();
  await cover.getByRole("slider", { name: "Moment" }).focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("ArrowRight");
  await expect(previewsOf(cover)).toHaveCount(4);
  await page.screenshot({ path: test.info().outputPath("frame-1440.png") });
  await expect(cover.getByRole("button", { name: "Use this picture" })).toBeEnabled(MADE);
  await cover.getByRole("button", { name: "Use this picture" }).click();
  await expect(cover).toBeHidden(MADE);
  const chosen = await covers.getByRole("img").getAttribute("src");

  await covers.getByRole("button", { name: "Remove" }).click();
  await expect(covers.getByText("None yet")).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("pictures-1440.png") });
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(covers.getByRole("img")).toHaveAttribute("src", chosen ?? "");
  for (const [index, size] of sizes.entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: index === 0 ? "dark" : "light" });
    await expectAccessible(page, `pictures at ${size.width}`);
    await page.screenshot({ path: test.info().outputPath(`pictures-${size.width}.png`) });
  }
  await page.setViewportSize(sizes[0]);
  await expect(page.getByRole("button", { name: "Publish 2 changes" })).toBeVisible();
});
