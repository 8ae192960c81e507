import { invited, joinOnScreen, test } from "./console.ts";
import { reach as reachByTab } from "./console-hands.ts";
import { expect } from "./journey.ts";

test("C47: by keyboard alone: sign in, open a row of the log, invite; Escape closes the topmost, and the focus returns", async ({
  page,
  app,
}) => {
  const { path } = await invited(app);
  await joinOnScreen(page, path);
  await page.getByRole("button", { name: "Appearance, language, keys, sign out" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Continue with a passkey" })).toBeVisible();
  await page.reload();

  const reach = (name: string | RegExp) =>
    reachByTab(page.getByRole("button", { name }).or(page.getByRole("link", { name })).first(), 60);
  await reach("Continue with a passkey");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();

  await reach("Team");
  await page.keyboard.press("Enter");
  await reach("Invite");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Invite a person" });
  await expect(dialog.getByLabel("Email address")).toBeFocused();
  await page.keyboard.type("typed.by.hand@example.com");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Invite", exact: true })).toBeFocused();

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await reach("Log");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Log" })).toBeVisible();
  await reach(/Signed in/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/row=/);
  await expect(page.getByText("session.open", { exact: true })).toBeVisible();
});
