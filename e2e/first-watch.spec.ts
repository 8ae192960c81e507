import { timeLimit } from "../tools/time-limit.ts";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";

test("R47: a grant that expires during an episode is renewed without a message", async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  const grants = new Set<string>();
  let held = true;
  await page.route(/v\d+-0000[6-9]\.m4s$/, async (route) => {
    if (held) return route.abort("connectionreset");
    grants.add(new URL(route.request().url()).pathname.split("/")[3] ?? "");
    return route.continue();
  });
  await page.clock.install();
  await page.goto(`/videos/${series.id}`);
  const first = new URL(
    (await page.waitForRequest((request) => request.url().includes("/media/v/"))).url(),
  ).pathname.split("/")[3];
  await expectPlaying(page);
  const renewed = page.waitForRequest((request) => /\/api\/video\/episode\?(.*&)?id=/.test(request.url()));
  await page.clock.fastForward("09:45");
  held = false;
  await renewed;
  const position = () =>
    page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-active]")?.currentTime ?? 0);
  await expect.poll(position, { timeout: timeLimit(30) }).toBeGreaterThan(12);
  expect(grants.size).toBe(1);
  expect(grants).not.toContain(first);
});

test("R1, R29: the server renders the first view, with its series, for whoever runs no script; a path that does not exist answers 404 with a page that leads home", {
  tag: "@quick",
}, async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  for (const path of ["/", `/videos/${series.id}`]) {
    const html = await (await page.request.get(path)).text();
    const body = html
      .slice(html.indexOf('id="app"'))
      .replaceAll(/<(script|style|template)[\s\S]*?<\/\1>/g, "");
    const words = body.replaceAll(/<[^>]*>/g, " ").replaceAll("&#x27;", "'");
    expect(words, path).toContain(series.title);
  }
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL(`${origin}/`);
  expect((await page.request.get("/videos/nothing")).status()).toBe(404);
});
