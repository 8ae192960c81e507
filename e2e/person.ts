import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, waitForHydration } from "./journey.ts";

/** A member's sign-in data. */
export interface Person {
  email: string;
  password: string;
}

/** Returns an unused email address. */
export function newPerson(): Person {
  return { email: `${randomUUID()}@example.com`, password: "a rope and a lantern" };
}

/** Fills in and sends the registration form on the current screen. */
export async function register(page: Page, { email, password }: Person): Promise<void> {
  await page.getByPlaceholder("Please repeat your password").fill(password);
  await page.getByPlaceholder("Please enter your email").fill(email);
  await page.getByPlaceholder("Please enter your password").fill(password);
  const agree = page.getByRole("checkbox", { name: "I agree" });
  await expect(agree).not.toBeChecked();
  await agree.check();
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Fills in the sign-in form on the current screen and sends it by Enter. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  // The screen of registration has the same fields, and may still be drawn just after a tap on "Sign in".
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await page.getByPlaceholder("Please enter your email").fill(email);
  await page.getByPlaceholder("Please enter your password").fill(password);
  // Nobody types so fast that the page is not ready to hear Enter, but a test does.
  await waitForHydration(page);
  await page.keyboard.press("Enter");
}

/** Creates an account by API call, without a browser. */
export async function newMember(origin: string): Promise<Person> {
  const person = newPerson();
  const answer = await fetch(`${origin}/api/user/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(registration(person)),
  });
  expect(answer.status).toBe(200);
  return person;
}

/**
 * Signs a page's browser in with a new account by API call, so that its guest becomes the member. Opens `path` afterwards, if
 * given.
 */
export async function becomeMember(page: Page, path?: string): Promise<Person> {
  const person = newPerson();
  const answer = await page.context().request.post("/api/user/register", { data: registration(person) });
  expect(await answer.json()).toMatchObject({ code: 200 });
  if (path !== undefined) await page.goto(path);
  return person;
}

/** Signs a page's browser in with a new account and opens the account screen. */
export async function asMember(page: Page): Promise<Person> {
  const person = await becomeMember(page, "/my");
  await expect(page.getByText(person.email)).toBeVisible();
  return person;
}

function registration({ email, password }: Person) {
  return { email, password, repeatPassword: password, agree: true };
}
