import type { Locator, Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { invited, joinByPasskey, test } from "./console.ts";
import { expect } from "./journey.ts";
import { newPerson } from "./person.ts";

test.use({ appKind: "own" });

/** Closes the tab as a person does. Returns whether the browser asked first; then the tab stays. */
async function asksToLeave(page: Page): Promise<boolean> {
  const asked = page.waitForEvent("dialog", { timeout: timeLimit(10) }).then(
    async (dialog) => {
      expect(dialog.type()).toBe("beforeunload");
      await dialog.dismiss();
      return true;
    },
    () => false,
  );
  await page.close({ runBeforeUnload: true });
  return asked;
}

/** Holds the answers of a call back. Returns what lets them through. */
async function held(page: Page, path: string): Promise<() => Promise<void>> {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(path, async (route) => {
    await opened;
    await route.continue();
  });
  return async () => {
    open();
    await page.unrouteAll({ behavior: "wait" });
  };
}

test("C49: the browser asks before a tab is closed while a change is being saved or is not saved, and not afterwards", async ({
  page,
  app,
}) => {
  const { path } = await invited(app, "owner");
  await joinByPasskey(page, path);
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("list", { name: "Sections" }).getByRole("link").last().click();
  const title = page.getByRole("textbox", { name: "Title, French" });
  const letThrough = await held(page, "**/api/console/home/change");
  await title.fill("Ce soir");
  expect(await asksToLeave(page)).toBe(true);
  // What the pause after the last key ended is on its way now.
  await title.press("Tab");
  expect(await asksToLeave(page)).toBe(true);
  await letThrough();
  await expect(page.getByText("1 change, not published")).toBeVisible();

  await page.getByRole("link", { name: "Site", exact: true }).click();
  const name = page.getByRole("textbox", { name: "Name of the site" });
  await name.fill("Night Tram");
  // It is kept while another screen is open, and a file that is loaded there asks nothing.
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  await file;
  expect(await asksToLeave(page)).toBe(true);
  await page.getByRole("link", { name: "Site", exact: true }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(name).not.toHaveValue("Night Tram");
  expect(await asksToLeave(page)).toBe(false);
});

test("C49: what is typed into a form while it is being saved stays, in settings, a page and a note, and each kind of answer to a ticket has its own text", async ({
  page,
  app,
  request,
}) => {
  const contact = await request.post("/api/contact", {
    data: { email: newPerson().email, subject: "Twice?", text: "I see it twice." },
  });
  const number: string = (await contact.json()).info.ticket;
  const { path } = await invited(app, "owner");
  await joinByPasskey(page, path);

  await page.getByRole("link", { name: "Site", exact: true }).click();
  const name = page.getByRole("textbox", { name: "Name of the site" });
  await name.fill("Night Tram");
  let letThrough = await held(page, "**/api/console/site");
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await bar.getByRole("button", { name: "Save" }).click();
  await name.fill("Night Tram & Co");
  await letThrough();
  await expect(page.getByText("Saved. Visitors see it now.")).toBeVisible();
  await expect(name).toHaveValue("Night Tram & Co");
  await bar.getByRole("button", { name: "Save" }).click();
  await expect(bar).toBeHidden();

  await page.goto("/console/pages/commonQuestions/en");
  const text = page.getByRole("textbox", { name: "Markdown" });
  await text.fill("Who we are.");
  await bar.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save and show" });
  await expect(save).toBeEnabled();
  letThrough = await held(page, "**/api/console/pages");
  await save.click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await text.fill("Who we are. And why.");
  await letThrough();
  await expect(page.getByText("Saved. Visitors read it now.")).toBeVisible();
  await expect(text).toHaveValue("Who we are. And why.");
  await bar.getByRole("button", { name: "Discard" }).click();
  await expect(text).toHaveValue("Who we are.");

  await page.goto(`/console/tickets/${number}`);
  await page.getByText("Note", { exact: true }).click();
  const note = page.getByRole("textbox", { name: "Note" });
  await note.fill("A polite person.");
  // The writer never gets what is meant for the team.
  await page.getByText("Answer", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: /^Answer in/ })).toHaveValue("");
  await page.reload();
  await page.getByText("Note", { exact: true }).click();
  await expect(note).toHaveValue("A polite person.");
  letThrough = await held(page, "**/api/console/tickets/note");
  await page.getByRole("button", { name: "Save the note" }).click();
  await note.fill("A polite person. She calls again.");
  await letThrough();
  await expect(page.getByRole("list", { name: "Conversation" })).toContainText("A polite person.");
  await expect(note).toHaveValue("A polite person. She calls again.");
});

test("C49: who leaves a screen while it saves stays on the one that they opened", async ({ page, app }) => {
  const { path } = await invited(app, "owner");
  await joinByPasskey(page, path, "/console/pages/contentPolicy/en");
  await page.getByRole("textbox", { name: "Markdown" }).fill("What we show.");
  await page.getByRole("region", { name: "Unsaved changes" }).getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save and show" });
  await expect(save).toBeEnabled();
  const letThrough = await held(page, "**/api/console/pages");
  await save.click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await page.getByRole("button", { name: "Invite" }).click();
  const invitation = page.getByRole("dialog");
  await invitation.getByLabel("Email address").fill("mara@example.com");
  await letThrough();
  await expect(page.getByText("Saved. Visitors read it now.")).toBeVisible();
  await expect(invitation.getByLabel("Email address")).toHaveValue("mara@example.com");
  await expect(page).toHaveURL(/\/console\/team\?/);
});

test("C49: signing out asks first while something is not saved", async ({ page, app }) => {
  const { path } = await invited(app, "owner");
  await joinByPasskey(page, path, "/console/pages/refundPolicy/en");
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("When money goes back");
  const signOut = async () => {
    await page.getByRole("button", { name: /sign out$/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await signOut();
  const dialog = page.getByRole("dialog", { name: "Sign out without saving?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(title).toHaveValue("When money goes back");
  await signOut();
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Continue with a passkey" })).toBeVisible();
});

test("C49: a refusal that was left by the browser's way back is not there when its dialog opens again", async ({
  page,
  app,
}) => {
  const { path } = await invited(app, "owner");
  await joinByPasskey(page, path, "/console/home?dialog=add");
  // A preview that comes after the dialog must not become a step of the way back.
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading").first()).toBeVisible();
  const opened = Promise.withResolvers<void>();
  await page.route(/[?&]version=/, async (route) => {
    await opened.promise;
    await route.continue();
  });
  const added = page.getByRole("dialog", { name: "Add section" });
  await added.getByLabel("Title in English").fill("Left by Back");
  await added.getByRole("button", { name: "Add", exact: true }).click();
  const lost = page.getByText("The server did not answer. Check the connection, then try again.");
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  const dialog = page.getByRole("dialog", { name: "Publish home" });
  await publish.click();
  await expect(dialog).toBeVisible();
  opened.resolve();
  await expect(preview.getByRole("heading", { name: "Left by Back" })).toBeVisible();
  await page.route("**/api/console/home/publish", (route) => route.abort("internetdisconnected"));
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(lost).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await publish.click();
  await expect(dialog).toBeVisible();
  await expect(lost).toBeHidden();
});

test("C49: costs of campaigns that were typed are still there after another screen, and the browser asks before they are lost", async ({
  page,
  app,
}) => {
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path, "/console/reports/campaigns?by=campaign");
  const open = page.getByRole("button", { name: "Enter costs" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "What campaigns cost" });
  const lines = dialog.getByRole("textbox", { name: /one line each/ });
  await lines.fill("Winter, 2026-01-05, USD, 12.50");
  expect(await asksToLeave(page)).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.goBack();
  await open.click();
  await expect(lines).toHaveValue("Winter, 2026-01-05, USD, 12.50");
});

test("C49: the form of a drop, and the times and the size of a section, are as they were typed after the browser's way back", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(120));
  const { path } = await invited(app, "owner");
  await joinByPasskey(page, path);
  await page.getByRole("link", { name: "Home", exact: true }).click();
  const section = page.getByRole("list", { name: "Sections" }).getByRole("link").last();
  await section.click();
  const [from, size] = [page.getByLabel("From", { exact: true }), page.getByLabel("Shows at most")];
  await from.fill("2031-05-01T18:00");
  await page.goBack();
  await expect(from).toBeHidden();
  await expect(page.getByText(/^\d+ changes?, not published$/)).toBeVisible();
  await section.click();
  await expect(from).toHaveValue("2031-05-01T18:00");
  await size.fill("7");
  await page.goBack();
  await expect(size).toBeHidden();
  await section.click();
  await expect(size).toHaveValue("7");

  await page.goto("/console/calendar");
  const open = page.getByRole("button", { name: "New drop", exact: true });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "New drop" });
  const series = dialog.getByRole("combobox", { name: "Series" });
  // Found by its title: those that tests before changed last are offered first, and may be more than a list shows.
  await series.fill("Salt in the Crown");
  await page.getByRole("option", { name: "Salt in the Crown" }).click();
  await dialog.getByRole("combobox", { name: "What" }).click();
  await page.getByRole("option", { name: "One drop of certain episodes" }).click();
  const [numbers, time] = [
    dialog.getByLabel("Episodes, such as 5-6"),
    dialog.getByLabel("Time", { exact: true }),
  ];
  await numbers.fill("3-4");
  await time.fill("20:15");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(series).toHaveValue("Salt in the Crown");
  await expect(numbers).toHaveValue("3-4");
  await expect(time).toHaveValue("20:15");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open.click();
  await expect(time).toHaveValue("18:00");
});

test("C49: a new plan, a plan's texts and a tag's names are as they were typed after the browser's way back, and Cancel forgets them", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(120));
  await joinByPasskey(page, (await invited(app, "owner")).path);
  const expectKept = async (
    { address, opens, title, label }: { address: string; opens: Locator; title: RegExp; label: string },
    text: string,
  ) => {
    await page.goto(address);
    await opens.click();
    const dialog = page.getByRole("dialog", { name: title });
    const field = dialog.getByRole("textbox", { name: label, exact: true });
    const before = await field.inputValue();
    await field.fill(text);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await opens.click();
    await expect(field).toHaveValue(text);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await opens.click();
    await expect(field).toHaveValue(before);
  };
  const button = (name: RegExp) => page.getByRole("button", { name }).first();
  const plans = { address: "/console/plans", title: /^New plan$/, label: "Name in English" };
  await expectKept({ ...plans, opens: button(/^New plan$/) }, "Half a year");
  const texts = { ...plans, title: /^Texts of /, label: "Name, German" };
  await expectKept({ ...texts, opens: button(/^Texts: /) }, "Halbjahr");
  const tag = { address: "/console/tags", title: /^New tag$/, label: "English" };
  await expectKept({ ...tag, opens: button(/^New tag$/) }, "Slow burn");
  await expectKept({ ...tag, title: /^Names of /, label: "German", opens: button(/^Rename/) }, "Langsam");
});
