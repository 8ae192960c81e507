import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Somebody with an account. */
export interface Person {
  email: string;
  password: string;
}

/** An address that nobody has yet. */
export function newPerson(): Person {
  return { email: `${randomUUID()}@example.com`, password: "a rope and a lantern" };
}

/** Fills in the form that creates an account, on the screen that shows it, and sends it. */
export async function register(page: Page, { email, password }: Person): Promise<void> {
  await page.getByPlaceholder("Please repeat your password").fill(password);
  await page.getByPlaceholder("Please enter your email").fill(email);
  await page.getByPlaceholder("Please enter your password").fill(password);
  const agree = page.getByRole("checkbox", { name: "I agree" });
  await expect(agree).not.toBeChecked();
  await agree.check();
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Fills in the form that signs in, on the screen that shows it, and sends it by Enter. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByPlaceholder("Please enter your email").fill(email);
  await page.getByPlaceholder("Please enter your password").fill(password);
  await page.keyboard.press("Enter");
}

/** A page whose person has just created an account and stands in their own area. */
export async function asMember(page: Page): Promise<Person> {
  const person = newPerson();
  await page.goto("/register?returnTo=/my");
  await register(page, person);
  await expect(page).toHaveURL(/(?<!=)\/my$/);
  await expect(page.getByText(person.email)).toBeVisible();
  return person;
}
