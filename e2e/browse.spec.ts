import type { Page } from "@playwright/test";
import { expect, waitForHydration } from "./journey.ts";
import { pageSize, posters } from "./lists.ts";
import { rareTag, stormsAmong } from "./many-series.ts";
import { added, test } from "./many-series-app.ts";

const listCalls = (page: Page) => {
  const calls: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/homepage/query") calls.push(url);
  });
  return calls;
};

async function toTheEnd(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(page.getByText("No more content")).toBeVisible({ timeout: 300 });
  }).toPass();
}

test("R12, R33: a list of all series arrives with its first page, loads more on scrolling, and says when it ends; after Back from an episode it has its scroll position and all loaded pages", async ({
  page,
}) => {
  const calls = listCalls(page);
  await page.goto("/browse/all");
  await expect(page).toHaveTitle("All series · Cliffhanger");
  await expect(posters(page)).toHaveCount(pageSize);
  await expect(page.getByText("No more content")).toBeHidden();
  expect(calls, "the first page came with the document").toEqual([]);
  await toTheEnd(page);
  const links = await posters(page).evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links.length).toBeGreaterThan(added);
  expect(new Set(links).size, "no series appears twice").toBe(links.length);
  const pages = ["2", "3", "4", "5", "6"];
  expect(calls.map((url) => url.searchParams.get("page"))).toEqual(pages);

  const chosen = posters(page).nth(40);
  await chosen.scrollIntoViewIfNeeded();
  // A click may scroll first, so the position is the one at the time of the click.
  await page.evaluate(() => {
    const note = () => Object.assign(window, { leftAt: window.scrollY });
    window.addEventListener("pointerdown", note, true);
  });
  for (const goBack of [() => page.goBack(), () => page.getByRole("link", { name: "Back" }).click()]) {
    await chosen.click();
    await expect(page).toHaveURL(/\/videos\//);
    const left = await page.evaluate(() => (window as unknown as { leftAt: number }).leftAt);
    expect(left).toBeGreaterThan(1500);
    await expect(page.locator("video[data-active]")).toBeAttached();
    await goBack();
    await expect(page).toHaveURL(/\/browse\/all$/);
    await expect(posters(page)).toHaveCount(links.length);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left);
  }
  const asked = calls.filter(({ searchParams }) => searchParams.get("tag") === "all");
  expect(asked, "nothing is fetched again").toHaveLength(pages.length);
});

test("R33: the button also loads more, and moves the focus to the first new series", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  await page.goto("/browse/all");
  const more = page.getByRole("button", { name: "Load more" });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(posters(page)).toHaveCount(2 * pageSize);
  await expect(posters(page).nth(pageSize)).toBeFocused();
});

test("R33: a later page that fails leaves the list in place and loads when retried", async ({ page }) => {
  await page.route(/homepage\/query.*[?&]page=2/, (route) => route.abort("connectionreset"));
  await page.goto("/browse/all");
  await page.mouse.wheel(0, 4000);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(posters(page)).toHaveCount(pageSize);
  await page.unroute(/homepage\/query.*[?&]page=2/);
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await expect(posters(page)).not.toHaveCount(pageSize);
});

test("R12, R13: a section of the home screen opens in full under its name, the header links to the recommendations, and categories open from it and from the chips, under their own names", async ({
  page,
}) => {
  await page.goto("/");
  const section = page
    .locator("section", { has: page.locator("a[href^='/more/']"), hasText: /\bMore\b/ })
    .first();
  const name = await section.getByRole("heading").innerText();
  await section.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(/\/more\//);
  // The reserved list of recommendations has its own title; every other section has the operator's.
  const heading = page.url().endsWith("/more/recommended") ? "Recommended" : name;
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(posters(page)).toHaveCount(pageSize);
  await page.getByRole("link", { name: "Recommend", exact: true }).click();
  await expect(page).toHaveURL(/\/more\/recommended$/);
  await expect(page).toHaveTitle("Recommended · Cliffhanger");
  await expect(posters(page).first()).toBeVisible();

  await page.getByRole("button", { name: "Categories" }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /Harbours/ })
    .click();
  await expect(page).toHaveURL(/\/browse\/harbours$/);
  await expect(page.getByRole("heading", { level: 1, name: "Harbours" })).toBeVisible();
  await expect(page.getByRole("main").getByText(`${added} series`)).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
  await page.getByRole("link", { name: "Storms", exact: true }).click();
  await expect(page).toHaveTitle("Storms · Cliffhanger");
  await expect(posters(page)).toHaveCount(stormsAmong(added));
  await expect(page.getByRole("link", { name: "Storms", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("R12: a tag on the watch page leads to its series, and is titled like a category", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/browse/rare-find");
  await expect(page.getByRole("heading", { level: 1, name: rareTag })).toBeVisible();
  await expect(posters(page)).toHaveCount(1);
  await posters(page).first().click();
  await page.getByRole("link", { name: rareTag }).click();
  await expect(page).toHaveURL(/\/browse\/rare-find$/);
  await expect(page.getByRole("heading", { level: 1, name: rareTag })).toBeVisible();
});

test("R12: an unknown id is a 404 by its address; within the app it is an empty list with links", async ({
  page,
}) => {
  for (const path of ["/browse/nowhere", "/more/nowhere"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Lost the plot" })).toBeVisible();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  }
  await page.goto("/browse/all");
  await waitForHydration(page);
  await page.evaluate(() => history.pushState(null, "", "/browse/nowhere"));
  await expect(page.getByRole("heading", { level: 1, name: "Nothing here yet" })).toBeVisible();
  await expect(page.getByText("No more content")).toBeHidden();
  await page.getByRole("link", { name: "See all series" }).click();
  await expect(posters(page)).toHaveCount(pageSize);
});

test("R81: the chosen order is in the address, survives a reload, and is applied by the server", async ({
  page,
}) => {
  const calls = listCalls(page);
  await page.goto("/browse/harbours");
  await waitForHydration(page);
  const usual = await posters(page).first().getAttribute("href");
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(page).toHaveURL(/\/browse\/harbours\?sort=newest$/);
  await expect.poll(() => calls.at(-1)?.searchParams.get("sort")).toBe("newest");
  await expect(page.getByRole("link", { name: "Newest" })).toHaveAttribute("aria-current", "true");
  const asked = calls.length;
  await page.reload();
  await expect(page.getByRole("link", { name: "Newest" })).toHaveAttribute("aria-current", "true");
  await expect(posters(page)).toHaveCount(pageSize);
  expect(calls).toHaveLength(asked);
  await page.getByRole("link", { name: "Recommended" }).click();
  await expect(page).toHaveURL(/\/browse\/harbours$/);
  await expect(posters(page).first()).toHaveAttribute("href", usual ?? "");
});
