import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";

test("R14, R35, R93: a shared link carries the sharer's token, and the browser that opens it saves the token", async ({
  page,
  context,
  browser,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const known = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/user");
  await page.goto(`/videos/${id}?ep=2&token=somebody-else&fbclid=click-1`);
  const { info } = (await (await known).json()) as { info: { referrerToken: string } };
  // As in a browser without a share sheet.
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByText("Copy Success")).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.pathname).toBe(`/videos/${id}`);
  expect(info.referrerToken).not.toBe("");
  expect(Object.fromEntries(link.searchParams), "no other token, no click id").toEqual({
    ep: "2",
    token: info.referrerToken,
  });

  const friend = await browser.newContext({ serviceWorkers: "block" });
  const theirs = await friend.newPage();
  await theirs.goto(link.href);
  await expect(theirs).toHaveTitle(/Episode 2/);
  await expect
    .poll(() => theirs.evaluate(() => localStorage.getItem("REFERER_TOKEN")))
    .toBe(info.referrerToken);
  await friend.close();
});

test("R93: without the system's share sheet and the clipboard a link is shown for copying", async ({
  page,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "share");
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: () => Promise.reject(new DOMException("", "NotAllowedError")) },
    });
  });
  await page.goto(`/videos/${id}?ep=1`);
  await expectPlaying(page);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Copy fail" });
  await expect(sheet.getByRole("heading", { name: "Copy fail", exact: true })).toBeVisible();
  const text = sheet.getByLabel("Unable to copy text:");
  await expect(text).toHaveValue(new RegExp(`^${origin}/videos/${id}\\?ep=1`));
  await text.focus();
  const selected = await text.evaluate((input: HTMLInputElement) => [
    input.selectionStart,
    input.selectionEnd,
  ]);
  expect(selected).toEqual([0, (await text.inputValue()).length]);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
});
