import { expect, test } from "./journey.ts";
import { newPerson, register, signIn } from "./person.ts";
import { stripCookies } from "./strip-cookies.ts";
import { withoutStorage } from "./without-storage.ts";

test("R59, R61: without cookies the token in local storage keeps a member signed in until they sign out", async ({
  page,
  context,
  origin,
}) => {
  await stripCookies(context);
  const person = newPerson();
  await page.goto("/register?returnTo=/my");
  await register(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  const token = () => page.evaluate(() => localStorage.getItem("USER_TOKEN"));
  const first = await token();
  expect(first).toMatch(/^[\w-]{20,}$/);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("sid");

  await page.goto(`${origin}/individual`);
  await expect(page.getByRole("heading", { name: "Signed-in devices" })).toBeVisible();
  await page.goto("/my");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  expect(await token(), "the next guest has another token").not.toBe(first);
  await page.reload();
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  await page.goto("/login?returnTo=/my");
  await signIn(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
});

test("R43, R59: in a browser that stores nothing, signing in works for the visit", async ({ origin }) => {
  await withoutStorage(origin, async (context) => {
    const page = await context.newPage();
    await page.goto("/register?returnTo=/my");
    // The browser reports cookies as enabled; only an attempt shows that they are not.
    expect(await page.evaluate(() => document.cookie)).toBe("");
    const person = newPerson();
    await register(page, person);
    await expect(page.getByText(person.email)).toBeVisible();
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Signed-in devices" })).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });
});
