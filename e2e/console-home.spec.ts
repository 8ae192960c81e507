import type { Browser, Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { guestPage, invited, joinByPasskey, moveTo, sizes, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

/** Returns the picture of a page once its fonts and pictures are there: when it looks the same twice. */
async function pictureOf(page: Page): Promise<Buffer> {
  await page.waitForLoadState("networkidle");
  const take = () => page.screenshot({ animations: "disabled" });
  let picture = await take();
  await expect
    .poll(async () => {
      const before = picture;
      picture = await take();
      return Buffer.compare(before, picture);
    })
    .toBe(0);
  return picture;
}

const titlesOf = (page: Page) =>
  page.getByRole("list", { name: "Sections" }).getByRole("link").allInnerTexts();

/** Opens an address as another editor, in a browser of their own. */
async function anotherEditor(
  { app, browser, baseURL }: { app: { dataDir: string }; browser: Browser; baseURL: string | undefined },
  url: string,
): Promise<{ other: Page; email: string }> {
  const context = await browser.newContext({ baseURL: baseURL ?? "", viewport: sizes[0] });
  const other = await context.newPage();
  const { email, path } = await invited(app, "editor");
  await joinByPasskey(other, path, url);
  return { other, email };
}

/** Writes the title of the open section in a language. */
async function writeTitle(page: Page, language: string, title: string): Promise<void> {
  // The words "Saved" may be about the title before.
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/console/home/change"));
  await page.getByRole("textbox", { name: `Title, ${language}` }).fill(title);
  expect((await saved).ok()).toBe(true);
  await expect(page.getByText(/^Saved/)).toBeVisible();
}

/** Adds a section by its dialog. */
async function addSection(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Add section" }).click();
  const dialog = page.getByRole("dialog", { name: "Add section" });
  await dialog.getByLabel("Title in English").fill(title);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
}

test("C33: home is arranged by mouse and by keys, the preview is the published page pixel for pixel, and an older version is restored", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(240));
  const { path, email } = await invited(app, "editor");
  await joinByPasskey(page, path, "/console/home");
  const sections = page.getByRole("list", { name: "Sections" });
  await expect(sections.getByRole("link")).not.toHaveCount(0);
  const before = await titlesOf(page);

  await addSection(page, "Out tonight");
  await expect(sections.getByRole("link").last()).toHaveText("Out tonight");

  // By the mouse to the place after the carousel.
  const handle = page.getByRole("button", { name: "Move Out tonight" });
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waiting = [...gates];
  const changes = "**/api/console/home/change";
  await page.route(
    changes,
    async (route) => {
      await waiting.shift()?.promise;
      await route.continue();
    },
    { times: gates.length },
  );
  await handle.dragTo(sections.getByRole("listitem").nth(2), { targetPosition: { x: 200, y: 4 } });
  await expect.poll(() => titlesOf(page)).toEqual([before[0], "Out tonight", ...before.slice(1)]);
  // By keys one further before the server has answered, and back by the notice, which is about the second move only.
  await handle.focus();
  await handle.press("ArrowDown");
  await expect.poll(() => titlesOf(page)).toEqual([before[0], before[1], "Out tonight", ...before.slice(2)]);
  const second = page.waitForRequest(changes);
  gates[0]?.resolve();
  await second;
  expect(await titlesOf(page)).toEqual([before[0], before[1], "Out tonight", ...before.slice(2)]);
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
  gates[1]?.resolve();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titlesOf(page)).toEqual([before[0], "Out tonight", ...before.slice(1)]);
  await expect(page.getByText("1 change, not published")).toBeVisible();
  // To a place by its name, and back.
  await moveTo(page, "Out tonight", "Last place");
  await expect.poll(() => titlesOf(page)).toEqual([...before, "Out tonight"]);
  await moveTo(page, "Out tonight", /^3 · /);
  await expect.poll(() => titlesOf(page)).toEqual([before[0], "Out tonight", ...before.slice(1)]);

  await page.getByRole("textbox", { name: "Title, French" }).fill("Ce soir");
  await page.getByRole("textbox", { name: "Title, French" }).press("Tab");
  await expect(page.getByText(/^Saved \d\d:\d\d/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title, French" })).toHaveValue("Ce soir");
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Out tonight" })).toBeVisible();
  await page.getByRole("combobox", { name: "Language of the preview" }).click();
  await page.getByRole("option", { name: "French" }).click();
  await expect(frame.getByRole("heading", { name: "Ce soir" })).toBeVisible();

  const live = await guestPage(browser, baseURL, "/");
  await expect(live.getByRole("heading", { name: "Out tonight" })).toHaveCount(0);
  const address = (await page.locator("iframe").getAttribute("src"))?.replace("language=fr", "language=en");
  const preview = await guestPage(browser, baseURL, address ?? "");
  const expected = await pictureOf(preview);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Publish home" })
    .getByRole("button", { name: "Publish now" })
    .click();
  await expect(page.getByText("Published. Viewers see it now.")).toBeVisible();
  await expect
    .poll(async () => {
      await live.reload();
      return live.getByRole("heading", { name: "Out tonight" }).count();
    })
    .toBe(1);
  // In a new browser each time: one that has a larger file of a picture shows that one scaled down.
  await expect
    .poll(async () => {
      const fresh = await guestPage(browser, baseURL, "/");
      const picture = await pictureOf(fresh);
      await fresh.context().close();
      return Buffer.compare(picture, expected);
    })
    .toBe(0);

  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect(history.getByRole("row", { name: email }).first()).toBeVisible();
  await history
    .getByRole("row", { name: "Before the first change" })
    .getByRole("button", { name: "Restore this version" })
    .click();
  await expect.poll(() => titlesOf(page)).toEqual(before);
  await expect(page.getByText("1 change, not published")).toBeVisible();
  // The tests that follow see the usual home.
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Publish home" })
    .getByRole("button", { name: "Publish now" })
    .click();
  await expect(page.getByText("1 change, not published")).toBeHidden();
  for (const one of [live, preview]) await one.context().close();
});

test("C29, C33, C49: of two editors of home the second is told, loses nothing, and decides, also after a reload without a connection; a section is added while another is removed, and the next one too", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(180));
  await joinByPasskey(page, (await invited(app, "editor")).path, "/console/home?section=top");
  const german = page.getByRole("textbox", { name: "Title, German" });
  await expect(german).toBeVisible();
  const { other, email } = await anotherEditor({ app, browser, baseURL }, page.url());
  await writeTitle(other, "German", "Ihres");

  await german.fill("Meines");
  await expect(page.getByText(`${email} wrote here meanwhile: “Ihres”.`)).toBeVisible();
  await expect(german).toHaveValue("Meines");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(german).toHaveValue("Meines");

  // Typed without a connection: it does not replace what somebody else wrote since.
  const portuguese = page.getByRole("textbox", { name: "Title, Portuguese" });
  await page.route("**/api/console/home/change", (route) => route.abort("internetdisconnected"));
  await portuguese.fill("O meu");
  await expect(page.getByText("The server did not answer.")).toBeVisible();
  await writeTitle(other, "Portuguese", "O deles");
  await page.unroute("**/api/console/home/change");
  await page.reload();
  await expect(page.getByText(`${email} wrote here meanwhile: “O deles”.`)).toBeVisible();
  await expect(portuguese).toHaveValue("O meu");
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect(portuguese).toHaveValue("O deles");

  const before = await titlesOf(page);
  await addSection(page, "Soon gone");
  await expect.poll(() => titlesOf(page)).toEqual([...before, "Soon gone"]);
  await other.goto(page.url());
  await other.getByRole("button", { name: "Remove “Soon gone”" }).click();
  await expect.poll(() => titlesOf(other)).toEqual(before);
  await other.context().close();
  await addSection(page, "One");
  await expect.poll(() => titlesOf(page)).toEqual([...before, "One"]);
  await addSection(page, "Another");
  await expect.poll(() => titlesOf(page)).toEqual([...before, "One", "Another"]);
  for (const title of ["Another", "One"]) {
    await page.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("button", { name: `Remove “${title}”` }).click();
  }
  await expect.poll(() => titlesOf(page)).toEqual(before);
});

test("C33: quick changes of home load the preview once they have settled, and not each of them", async ({
  page,
  app,
  watch,
}) => {
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path, "/console/home");
  await expect(page.frameLocator("iframe").getByRole("heading").first()).toBeVisible();
  // The clock puts a script into each new frame, and the preview's may run none.
  watch.caused.push(/^Blocked script execution in 'about:blank'/);
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 1_000));
  let loads = 0;
  await page.route("**/preview/home/**", (route) => {
    loads += 1;
    return route.fulfill({ status: 204 });
  });
  const handle = page.getByRole("button", { name: /^Move / }).first();
  const name = await handle.getAttribute("aria-label");
  const moved = page.getByRole("button", { name: name ?? "", exact: true });
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) {
    const saved = page.waitForResponse("**/api/console/home/change");
    await moved.press(key);
    await (await saved).finished();
    await page.clock.runFor(50);
  }
  expect(loads).toBe(0);
  await expect
    .poll(async () => {
      await page.clock.runFor(600);
      return loads;
    })
    .toBe(1);
});
