import type { Data } from "@cliffhanger/contract";
import { expect, test } from "./journey.ts";
import { asMember } from "./person.ts";
import { reportPosition } from "./watched.ts";

const forGuests = [
  "/login",
  "/login?error=facebook_cancelled",
  "/login?link=facebook",
  "/register",
  "/retrievePassword",
  "/retrievePassword?code=x",
  "/my",
];

const forMembers = ["/my", "/individual"];

test("text at 200 % fits a screen of 320 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const check = async (path: string) => {
    await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=dy`);
    await page.locator("main h1").waitFor();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    for (const expand of await page.locator("main button[aria-expanded]").all()) await expand.click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  };
  for (const path of forGuests) await check(path);
  // Not opened as a page: its first call would start a guest session during the registration.
  await page.context().request.get("/?lang=en");
  await asMember(page);
  for (const path of forMembers) await check(path);
  // On a wider screen, where what stands beside it has room on its line too, a name is not broken between any two letters.
  await page.setViewportSize({ width: 390, height: 844 });
  const way = page.getByText("Facebook", { exact: true });
  expect((await way.boundingBox())?.height).toBeLessThan(96);
});

test("R22: the history shows every title in full with text at 200 % on a screen of 320 pixels", async ({
  page,
}) => {
  await page.context().request.get("/?lang=en");
  await asMember(page);
  const { request } = page.context();
  const answer = await request.get("/api/homepage/query?page=1&pageSize=50");
  const { data } = (await answer.json()) as { data: Data<"GET /api/homepage/query"> };
  const longest = data.list.toSorted((one, other) => other.title.length - one.title.length).slice(0, 3);
  for (const series of longest) await reportPosition(page, series, 1, 9);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/historys");
  const entries = page.locator("main li a");
  await expect(entries).toHaveCount(longest.length);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const cut = await entries.evaluateAll((links) =>
    links.flatMap((link) =>
      [...link.querySelectorAll("span")].flatMap(({ scrollHeight, clientHeight, textContent, children }) =>
        children.length === 0 && textContent !== "" && scrollHeight > clientHeight + 1 ? [textContent] : [],
      ),
    ),
  );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
