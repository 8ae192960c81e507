import type { Page } from "@playwright/test";
import { expect, test as journey } from "./journey.ts";
import { asMember, signIn } from "./person.ts";

// The sandbox simulates Facebook, the only other host in these tests.
const test = journey.extend({
  watch: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await use({ complaints, externalRequests: [], caused: [] });
    expect(complaints).toEqual([]);
  },
});

interface FacebookPerson {
  name: string;
  email: string;
}

async function continueWithFacebook(page: Page, { name, email }: FacebookPerson): Promise<void> {
  await page.getByRole("link", { name: "Continue with Facebook" }).click();
  await page.getByRole("radio", { name: "Somebody else" }).check();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("R5: a first sign-in by Facebook asks for the agreement; the second does not", async ({
  page,
  origin,
}) => {
  const person = { name: "Noor Haddad", email: `noor.${Date.now()}@example.com` };
  await page.goto("/login?returnTo=/my");
  await continueWithFacebook(page, person);
  await expect(page).toHaveURL(/\/register\?with=facebook/);
  const create = page.getByRole("button", { name: "Create account" });
  await create.click();
  await expect(page.locator("p:not(.sr-only)", { hasText: "Please tick" })).toBeVisible();
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await create.click();
  await expect(page).toHaveURL(`${origin}/my`);
  await expect(page.getByRole("heading", { name: person.name })).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.goto("/login?returnTo=/individual");
  await continueWithFacebook(page, person);
  await expect(page).toHaveURL(/\/individual#?$/);
  await expect(page.getByRole("button", { name: "Set a password" })).toBeVisible();
});

test("R5: an account with the same address is connected after one sign-in with its password", async ({
  page,
}) => {
  const member = await asMember(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.goto("/login?returnTo=/individual");
  await continueWithFacebook(page, { name: "Somebody", email: member.email });
  await expect(page.getByRole("heading", { name: "You already have an account" })).toBeVisible();
  await signIn(page, member);
  await expect(page).toHaveURL(/\/individual$/);
  const ways = page.getByRole("region", { name: "Ways to sign in" });
  await expect(ways.getByText("Connected")).toHaveCount(2);
});

test("R5: a cancelled sign-in at Facebook is reported, and e-mail remains available", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Continue with Facebook" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("You did not finish signing in with Facebook.")).toBeVisible();
  await expect(page.getByPlaceholder("Please enter your email")).toBeVisible();
});
