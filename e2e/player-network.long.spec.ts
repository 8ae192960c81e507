import { timeLimit } from "../tools/time-limit.ts";
import { mediaElements } from "./feed.ts";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";
import { pictureHeight, playFeaturedSeries, position } from "./player-state.ts";

test.use({ hasTouch: true, isMobile: true });

test("R14: data saving loads no rendition above 540 and nothing of the next episode", async ({
  page,
  origin,
}) => {
  const id = await playFeaturedSeries(page, origin);
  await page.getByRole("button", { name: "Playback settings" }).click();
  await page.getByRole("switch", { name: "Data saver" }).click();
  await page.goto(`/videos/${id}`);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".m4s")) asked.push(request.url());
  });
  await expectPlaying(page);
  await expect
    .poll(async () => (await mediaElements(page)).find(({ active }) => active)?.ready)
    .toBeGreaterThan(17);
  expect((await mediaElements(page)).filter(({ ready }) => ready > 0)).toHaveLength(1);
  expect(await page.evaluate(pictureHeight)).toBeLessThanOrEqual(960);
});

test("R14: offline the episode plays its buffer, says why it waits, and resumes automatically", async ({
  page,
  origin,
}) => {
  await page.route(/v\d+-0000[5-9]\.m4s$/, (route) => route.abort("internetdisconnected"));
  await playFeaturedSeries(page, origin);
  await page.context().setOffline(true);
  await expect(page.getByText("No connection. It goes on as soon as there is one.")).toBeVisible({
    timeout: timeLimit(30),
  });
  await page.unroute(/v\d+-0000[5-9]\.m4s$/);
  await page.context().setOffline(false);
  await expect.poll(() => position(page), { timeout: timeLimit(30) }).toBeGreaterThan(11);
  await expect(page.getByText("No connection. It goes on")).toBeHidden();
});

test("R83: playback quality is reported at the start and at the end of an episode", async ({
  page,
  origin,
}) => {
  const id = await featuredSeries(origin).then((series) => series.id);
  const batches: { event: string; props: Record<string, number> }[][] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/reports"))
      batches.push((request.postDataJSON() as { list: (typeof batches)[number] }).list);
  });
  const taken = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/reports") && (answer.request().postData() ?? "").includes("first_frame"),
  );
  await page.goto(`/videos/${id}`);
  await expectPlaying(page);
  expect((await taken).status()).toBe(200);
  const frames = batches.flat().filter(({ event }) => event === "first_frame");
  expect(frames).toHaveLength(1);
  expect(frames[0]?.props["ttff"]).toBeGreaterThan(0);
  await page.keyboard.press("Shift+N");
  await expect.poll(() => batches.flat().map(({ event }) => event)).toContain("play_end");
  const end = batches.flat().find(({ event }) => event === "play_end");
  expect(end?.props["playedMs"]).toBeGreaterThan(2000);
  expect([270, 720]).toContain(end?.props["rendition"]);
});
