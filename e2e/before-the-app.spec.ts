import { expect, expectPlaying, featuredSeries, test, waitForHydration } from "./journey.ts";
import { seekTo } from "./player-state.ts";
import { withSlowDocument } from "./slow-document.ts";
import { code, withoutCode } from "./without-code.ts";

test("R102: a picture that failed before hydration is requested again", { tag: "@quick" }, async ({
  page,
}) => {
  const release = await withoutCode(page);
  let down = true;
  let asked = 0;
  await page.route(/\/media\/images\//, (route) => {
    asked += 1;
    return down ? route.abort("connectionreset") : route.continue();
  });
  await page.goto("/");
  const hero = page.locator("article img[fetchpriority=high]").first();
  const isLoaded = () => hero.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);
  await expect
    .poll(() => hero.evaluate((img: HTMLImageElement) => img.complete), { message: "its request has ended" })
    .toBe(true);
  expect(await isLoaded()).toBe(false);
  expect(asked).toBeGreaterThan(0);
  down = false;
  await release();
  await expect.poll(isLoaded).toBe(true);
});

for (const path of ["/search", "/searchDetail/salt"]) {
  test(`R23: text typed into ${path} before hydration stays and gets suggestions`, async ({ page }) => {
    const release = await withoutCode(page);
    await page.goto(path);
    const field = page.getByRole("combobox", { name: "Search" });
    await field.fill("");
    await field.pressSequentially("crown");
    await release();
    await expect(page.getByRole("option", { name: /Salt in the Crown/ }).first()).toBeVisible();
    await expect(field).toHaveValue("crown");
    await expect(field).toBeFocused();
  });
}

test("R23, R24: a search sent before hydration finds its results and is stored", { tag: "@quick" }, async ({
  page,
}) => {
  const release = await withoutCode(page);
  await page.goto("/search");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("salt & sea? no");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/searchDetail\/salt%20%26%20sea%3F%20no$/);
  await expect(field).toHaveValue("salt & sea? no");
  await release();
  await waitForHydration(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("region", { name: "Search history" })).toContainText("salt & sea? no");
});

test("R23: a tap on Search before hydration puts the cursor into the field, and Cancel leads back", async ({
  page,
}) => {
  const release = await withoutCode(page);
  await page.goto("/browse/all");
  await page.getByRole("link", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search$/);
  await release();
  const field = page.getByRole("combobox", { name: "Search" });
  await expect(field).toBeFocused();
  await field.pressSequentially("salt");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/searchDetail\/salt$/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/search$/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/browse\/all$/);
});

test("R24: results that were opened by their address lead to the search, also after another keyword", async ({
  page,
}) => {
  await page.goto("/searchDetail/salt");
  await waitForHydration(page);
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("crown");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/searchDetail\/crown$/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/search$/);
});

test("R26: a message written before hydration stays and can be sent", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/contactUs");
  await page.getByLabel("Your e-mail").fill("mara@example.com");
  await page.getByLabel("Subject").fill("A question");
  await page.getByLabel("Message").fill("Where is the next episode?");
  await release();
  const send = page.getByRole("button", { name: "Send message" });
  await expect(send).toBeEnabled();
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("A question");
  await send.click();
  await expect(page.getByRole("heading", { name: "Your message has arrived" })).toBeVisible();
});

test("R26: a question expanded before hydration appears in the address afterwards", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/commonQuestions");
  await page.getByRole("heading", { name: "How do I cancel?" }).click();
  const answer = page.getByText("with two taps and without a reason");
  await expect(answer).toBeVisible();
  await release();
  await expect(page).toHaveURL(/\/commonQuestions#cancel$/);
  await expect(answer).toBeVisible();
});

test("R50: a form filled in before hydration keeps all its values, the tick included", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/register");
  const agree = page.getByRole("checkbox");
  await page.getByLabel("E-mail", { exact: true }).fill("mara@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long enough one");
  await agree.check();
  await release();
  await waitForHydration(page);
  await expect(agree).toBeChecked();
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue("mara@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("a long enough one");
});

test("R6, R25: a plan and a payment method chosen before hydration stay chosen", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/shopping");
  const plan = page.getByRole("radio", { name: /^30 days/ });
  const payPal = page.getByRole("radio", { name: "PayPal" });
  await plan.check();
  await payPal.check();
  await release();
  await expect(page.getByRole("checkbox", { name: "I agree" })).toBeVisible();
  await expect(plan).toBeChecked();
  await expect(payPal).toBeChecked();
  await expect(page).toHaveURL(/\/shopping\?plan=[^&]+&method=paypal$/);
});

test("R30: a button pressed before hydration acts once, after hydration", async ({ page }) => {
  const release = await withoutCode(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/browse/all");
  const categories = page.getByRole("button", { name: "Categories" });
  await categories.click();
  await categories.click();
  await release();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("R10: a press on the carousel's button before hydration does what the button says", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Stop moving the featured series" }).click();
  await release();
  await waitForHydration(page);
  await expect(page.getByRole("button", { name: "Move the featured series on" })).toBeVisible();
});

test("R10: a carousel that was moved before hydration stays where it is", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/");
  await page.locator("#featured ~ ul").evaluate((track) => track.scrollTo({ left: track.clientWidth }));
  await release();
  await waitForHydration(page);
  await expect(page.getByRole("button", { name: "Move the featured series on" })).toBeVisible();
});

test("R14: the last key pressed before hydration leads to the next episode, once", async ({
  page,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  const release = await withoutCode(page);
  await page.goto(`/videos/${id}`);
  await page.keyboard.press("ArrowDown");
  await release();
  await expect(page).toHaveURL(/[?&]ep=2$/);
  await expectPlaying(page);
  await expect(page).toHaveURL(/[?&]ep=2$/);
});

test("R1: code that failed to load is requested again, and the app runs", async ({ page }) => {
  let failures = 0;
  await page.route(code, (route) => {
    if (failures >= 3) return route.continue();
    failures += 1;
    return route.abort("connectionreset");
  });
  await page.goto("/");
  await waitForHydration(page);
  expect(failures).toBe(3);
});

for (const end of ["page-state", "viewer-state"] as const) {
  test(`R1: code that is there before the end of the page, from its ${end} on, waits for it`, async ({
    browser,
    origin,
  }) => {
    const series = await featuredSeries(origin);
    const context = await browser.newContext();
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    const done = page.waitForRequest((request) => (request.postData() ?? "").includes('"done":true'));
    await page.goto(`${origin}/videos/${series.id}`);
    await expectPlaying(page);
    await seekTo(page, 17.5);
    await (await done).response();
    await withSlowDocument(origin, end, async (slow) => {
      const open = async (path: string) => {
        await page.goto(slow + path, { waitUntil: "commit" });
        await waitForHydration(page);
      };
      await open("/");
      // The second time its code is in the browser's cache.
      await open(`/videos/${series.id}`);
      await open(`/videos/${series.id}`);
      await expectPlaying(page);
      await expect(page).toHaveTitle(/Episode 2/);
      expect(errors).toEqual([]);
      await context.close();
    });
  });
}
