import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { invited, joinByPasskey, sizes, test } from "./console.ts";
import { expect } from "./journey.ts";
import { setEntries } from "./operator.ts";

test.use({ appKind: "own" });

/** What the browser logs when a test sends what is refused. */
const REFUSED = "Failed to load resource: the server responded with a status of 400 (Bad Request)";

/** A picture of 64 × 64 red pixels. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsGtoCftX0Ai+hcEKLFP9WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgs67CGWGB7fMQAAAABJRU5ErkJggg==",
  "base64",
);

test("C62 (branding): name, logo and colours of the site are changed in the console, and a visitor sees them", async ({
  page,
  app,
  browser,
  baseURL,
  watch,
}) => {
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path);
  await page.getByRole("link", { name: "Site", exact: true }).click();
  const name = page.getByRole("textbox", { name: "Name of the site" });
  await name.fill("Night Tram");
  const accent = page.getByRole("textbox", { name: "Colour at the left" });
  await accent.fill("#101010");
  await expect(page.getByText("Too dark: marks would hardly be seen")).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Night Tram");
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await bar.getByRole("button", { name: "Save" }).click();
  await expect(bar).toContainText("Not saved. Look at: Colour at the left.");
  expect(watch.complaints.splice(0)).toEqual([REFUSED]);
  await accent.fill("#7fd1ff");
  await page.getByRole("textbox", { name: "Colour at the right" }).fill("#8affd0");
  await page.getByRole("textbox", { name: "Colour at the right" }).press("Escape");
  await bar.getByRole("button", { name: "Save" }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole("link", { name: "Night Tram" })).toBeVisible();

  await page
    .getByLabel("Picture of the logo")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByText("The logo is set.")).toBeVisible();
  await expect(page.getByRole("img", { name: "Logo" })).toBeVisible();
  await page.getByRole("button", { name: "Remove the logo" }).click();
  await expect(page.getByRole("img", { name: "Logo" })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("img", { name: "Logo" })).toBeVisible();

  const guest = await browser.newContext({ baseURL: baseURL ?? "" });
  const visitor = await guest.newPage();
  await visitor.goto("/");
  await expect(visitor).toHaveTitle(/Night Tram/);
  await expect(visitor.locator(`img[src^="/media/images/"][alt="Night Tram"]`).first()).toBeVisible();
  await guest.close();

  // The tests that follow read the usual name.
  await page.getByRole("button", { name: "Remove the logo" }).click();
  await name.fill("Cliffhanger");
  await bar.getByRole("button", { name: "Save" }).click();
  await expect(bar).toBeHidden();
});

test("C62 (pixels): a pixel is set and removed with a fresh proof, and a wrong id is refused at its field", async ({
  page,
  app,
  watch,
}) => {
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path);
  await page.getByRole("link", { name: "Pixels", exact: true }).click();
  await page.getByRole("button", { name: "Set up: Google tag" }).click();
  const dialog = page.getByRole("dialog", { name: "Google tag: set the id" });
  await dialog.getByRole("textbox", { name: "Id" }).fill("wrong");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("does not look like");
  expect(watch.complaints.splice(0)).toEqual([REFUSED]);
  await dialog.getByRole("textbox", { name: "Id" }).fill("G-ABCDE12345");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Google tag/ })).toContainText("G-ABCDE12345");
  await page.getByRole("button", { name: "Remove: Google tag" }).click();
  await page
    .getByRole("dialog", { name: "Google tag: remove the id?" })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(page.getByRole("row", { name: /Google tag/ })).toContainText("not set");
});

test("C49: without an answer each screen says so and loads again; what was typed offline is still there", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(240));
  const { path } = await invited(app);
  await joinByPasskey(page, path);
  const screens = [
    { name: "Home", call: "home", shown: page.getByRole("list", { name: "Sections" }) },
    { name: "Site", call: "site", shown: page.getByRole("textbox", { name: "Name of the site" }) },
    { name: "Pixels", call: "pixels", shown: page.getByRole("table", { name: "Pixels and measurement" }) },
    { name: "Jobs", call: "jobs", shown: page.getByRole("table", { name: "Queues" }) },
    { name: "Series", call: "series", shown: page.getByRole("table") },
    { name: "Team", call: "team", shown: page.getByRole("table").first() },
    { name: "Log", call: "audit", shown: page.getByRole("main").getByRole("listitem") },
    { name: "Tags", call: "tag", shown: page.getByRole("list").getByRole("listitem") },
    { name: "Calendar", call: "releases", shown: page.getByRole("main").getByRole("listitem") },
    { name: "Orders", call: "orders", shown: page.getByRole("main").getByRole("table") },
    { name: "Review", call: "review", shown: page.getByRole("region", { name: "Open", exact: true }) },
    { name: "Tickets", call: "tickets", shown: page.getByRole("navigation", { name: "Which tickets" }) },
    { name: "Pages", call: "pages", shown: page.getByRole("link", { name: "German" }) },
  ];
  for (const { name, call, shown } of screens) {
    const pattern = new RegExp(`/api/console/${call}(\\?.*)?$`);
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.goto("/console/account");
    await page.route(pattern, async (route) => {
      await held;
      await route.abort("internetdisconnected");
    });
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("status", { name: "Loading" }).first()).toBeVisible();
    answer();
    const failed = page.getByRole("alert").filter({ hasText: "The server did not answer" });
    await expect(failed).toBeVisible({ timeout: timeLimit(30) });
    await page.unroute(pattern);
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(shown.first()).toBeVisible();
    await expect(failed).toBeHidden();
  }
  await page.goto("/console/site");
  const field = page.getByRole("textbox", { name: "Name of the site" });
  await expect(field).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("There is no connection.")).toBeVisible();
  await field.fill("Typed offline");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The server did not answer")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("There is no connection.")).toBeHidden();
  await expect(field).toHaveValue("Typed offline");
});

test("R86, C62: a test event of a pixel is sent by the keyboard, and the vendor's answer stands below the list", async ({
  page,
  app,
}) => {
  await setEntries(app, "config", { google_analytics: "G-ABCDE12345" });
  try {
    await joinByPasskey(page, (await invited(app, "editor")).path, "/console/pixels");
    const send = page.getByRole("button", { name: "Test: Google tag" });
    await send.press("Enter");
    const said = page.getByRole("status").filter({ hasText: "Google tag took the event" });
    await expect(said).toContainText("console_test");
    await expect(send).toBeFocused();
    for (const [index, size] of [sizes[0], { width: 820, height: 1180 }, sizes[1]].entries()) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: index === 1 ? "dark" : "light" });
      await expectAccessible(page, `pixels at ${size.width}`);
      if (process.env["SHOTS"])
        await page.screenshot({ path: `${process.env["SHOTS"]}/pixels-${size.width}.png`, fullPage: true });
    }
    const received = await fetch(`${app.pixelsControl}/received`);
    expect(JSON.stringify(await received.json())).toContain('"event":"console_test"');
  } finally {
    await setEntries(app, "config", { google_analytics: null });
  }
});
