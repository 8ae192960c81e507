import { timeLimit } from "../tools/time-limit.ts";
import {
  endSessions,
  givePassword,
  invited,
  joinByPasskey,
  joinByPassword,
  joinOnScreen,
  oneTimeCode,
  pathOf,
  test,
} from "./console.ts";
import { expect } from "./journey.ts";
import { becomeMember } from "./person.ts";

test("C1, C55, C56: a fresh demo prints a link; it makes a passkey and opens the console, once; a member in the same browser stays one", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  const { email } = await becomeMember(page, "/my");
  await expect(page.getByText(email)).toBeVisible();
  await expect.poll(() => app.log()).toContain("http://localhost:");
  const path = pathOf(app.log());

  await joinOnScreen(page, path);
  await expect(page).toHaveURL(/\/console\/?$/);
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  const row = page.getByRole("row", { name: "owner@cliffhanger.test" });
  await expect(row).toContainText("you");
  await expect(row).toContainText("Passkey");

  await page.goto("/my");
  await expect(page.getByText(email)).toBeVisible();
  await page.goto("/console/account");
  await page.getByRole("button", { name: "Appearance, language, keys, sign out" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "My account" })).toBeVisible();
  await page.goto("/my");
  await expect(page.getByText(email)).toBeVisible();

  const other = await browser.newContext({ baseURL });
  const second = await other.newPage();
  await second.goto(path);
  await expect(second.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await other.close();
});

test("C3: password and code open the console; the same code never again; a recovery code once", async ({
  page,
  app,
}) => {
  const { email, path } = await invited(app, "finance");
  const { secret, recoveryCodes } = await joinByPassword(page, path);
  await expect(page).toHaveURL(/\/console\/?$/);
  const signOut = async () => {
    await page.getByRole("button", { name: "Appearance, language, keys, sign out" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  const submit = page.getByRole("button", { name: "Sign in", exact: true });

  await signOut();
  await givePassword(page, email);
  // The window of one step to each side lets the next code in; the one that set the app up was used.
  const code = oneTimeCode(secret, 1);
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await submit.click();
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();

  await signOut();
  await givePassword(page, email);
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await submit.click();
  await expect(page.getByRole("alert")).toContainText(/code/i);

  await page.getByRole("button", { name: "Use a recovery code" }).click();
  const recovery = page.getByRole("textbox", { name: "Recovery code" });
  await recovery.fill(recoveryCodes[0] ?? "");
  await submit.click();
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();

  await signOut();
  await givePassword(page, email);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await recovery.fill(recoveryCodes[0] ?? "");
  await submit.click();
  await expect(page.getByRole("alert")).toContainText(/code/i);
});

test("C10: a session that ends while something is typed asks for a sign-in over the page, and the text is still there", async ({
  page,
  app,
}) => {
  const { email, path } = await invited(app);
  await joinByPasskey(page, path);
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const field = page.getByRole("dialog", { name: "Invite a person" }).getByLabel("Email address");
  await field.fill("new.editor@example.com");
  await endSessions(app, email);
  const send = page.getByRole("button", { name: "Send invitation" });
  const again = page.getByRole("dialog", { name: "Sign in again" });
  // The page may notice by itself while it asks for what is new, and then covers the button.
  await expect(async () => {
    if (!(await again.isVisible())) await send.click({ timeout: timeLimit(1) });
    await expect(again).toBeVisible({ timeout: timeLimit(1) });
  }).toPass();
  await expect(again).toContainText(email);
  await again.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(again).toBeHidden();
  await expect(field).toHaveValue("new.editor@example.com");

  await page.reload();
  await expect(field).toHaveValue("new.editor@example.com");
  await send.click();
  await expect(page.getByText(/\/console\/welcome#[\w-]{43}/)).toBeVisible();
  await expect(page.getByRole("row", { name: "new.editor@example.com", includeHidden: true })).toContainText(
    "Invited",
  );
});
