import type { Page } from "@playwright/test";
import { endSessions, invited, joinByPasskey, joinByPassword, joinOnScreen, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

test("C10: a new sign-in at one tab is that of the others too, where another operator finds nothing of the one before", async ({
  page,
  app,
  context,
}) => {
  const [first, next] = [await invited(app, "finance"), await invited(app, "support")];
  await joinOnScreen(page, first.path);
  const second = await context.newPage();
  await second.goto("/console/people");
  await expect(second.getByRole("navigation", { name: "Console" })).toBeVisible();

  await endSessions(app, first.email);
  const again = (of: Page) => of.getByRole("dialog", { name: "Sign in again" });
  await second.getByRole("link", { name: "Orders", exact: true }).click();
  await expect(again(second)).toBeVisible();
  await page.bringToFront();
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await again(page).getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(again(page)).toBeHidden();
  await expect(again(second)).toBeHidden();

  await second.goto("/console/account");
  await expect(second.getByText(first.email).first()).toBeVisible();
  await page.getByRole("button", { name: "Appearance, language, keys, sign out" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await joinByPassword(page, next.path);
  await expect(second.getByText(next.email).first()).toBeVisible();
  await expect(second.getByText(first.email)).toHaveCount(0);
});

test("C46: after a way back from the link of an invitation, the next invitation begins with its address", async ({
  page,
  app,
}) => {
  await joinByPasskey(page, (await invited(app)).path);
  await page.getByRole("link", { name: "Team", exact: true }).click();
  const open = page.getByRole("button", { name: "Invite", exact: true });
  const address = page.getByRole("dialog", { name: "Invite a person" }).getByLabel("Email address");
  const link = page.getByText(/\/console\/welcome#[\w-]{43}/);
  await open.click();
  await address.fill("one@example.com");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(link).toBeVisible();
  await page.goBack();
  await expect(link).toBeHidden();
  await open.click();
  await expect(address).toBeVisible();
});
