import type { Page } from "@playwright/test";
import { expect, featuredSeries } from "./journey.ts";

/** The languages of viewers, each by its code in addresses and its tag, with a heading of home. */
export const spoken = [
  { code: "en", tag: "en", name: "English", featured: "Featured Videos" },
  { code: "es", tag: "es", name: "Español", featured: "Vídeos destacados" },
  { code: "fy", tag: "fr", name: "Français", featured: "À la une" },
  { code: "dy", tag: "de", name: "Deutsch", featured: "Im Rampenlicht" },
  { code: "pt", tag: "pt", name: "Português", featured: "Em destaque" },
];

/** Opens home by an address that names a language, and checks that the page and the next one are in it. */
export async function expectOpensIn(
  page: Page,
  origin: string,
  { code, tag, featured }: (typeof spoken)[number],
): Promise<void> {
  const { title } = await featuredSeries(origin);
  await page.goto(`/?lang=${code}`);
  await expect(page.locator("html")).toHaveAttribute("lang", tag);
  await expect(page.getByRole("heading", { name: featured })).toBeVisible();
  const answer = await page.goto("/");
  expect(await answer?.text()).toContain(`<html lang="${tag}"`);
  await expect(page.getByRole("heading", { name: featured })).toBeVisible();
  if (tag === "en") await expect(page.getByText(title).first()).toBeVisible();
}
