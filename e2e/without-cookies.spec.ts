import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { expect, test } from "./journey.ts";
import { newPerson, register, signIn } from "./person.ts";
import { stripCookies } from "./strip-cookies.ts";

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
  const profile = await mkdtemp(join(tmpdir(), "cliffhanger-profile-"));
  await mkdir(join(profile, "Default"));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(profile, "Default/Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    locale: "en-US",
    baseURL: origin,
  });
  try {
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
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});
