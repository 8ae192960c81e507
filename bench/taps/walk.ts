import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import type { Phone } from "./phone.ts";

/** Goes through the app from home to the plans as a user does, with a name for every tap. Registers first. */
export async function walk(phone: Phone, origin: string): Promise<void> {
  await register(phone, origin);
  await browse(phone, origin);
  await search(phone);
  await watch(phone, origin);
  await choosePlan(phone, origin);
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).first();
const tab = (page: Page, name: string) =>
  page.getByRole("navigation").last().getByRole("link", { name, exact: true });
const poster = (page: Page, at: number) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .locator('a[href^="/videos/"]')
    .filter({ hasText: "plays" })
    .nth(at);

async function register({ page, open, tap, type }: Phone, origin: string): Promise<void> {
  await open(`${origin}/register?returnTo=/my`);
  const [email, password] = [`${randomUUID()}@example.com`, "a rope and a lantern"];
  await tap("a field of a form", page.getByPlaceholder("Please enter your email"));
  await type("a key in a form", ["m", "a", "r", "a"]);
  await page.getByPlaceholder("Please enter your email").fill(email);
  await page.getByPlaceholder("Please enter your password").fill(password);
  await page.getByPlaceholder("Please repeat your password").fill(password);
  await tap("a tick", page.getByRole("checkbox", { name: "I agree" }));
  await tap("creating an account", button(page, "Create account"));
  await page.waitForURL((url) => url.pathname === "/my");
}

async function browse({ page, open, tap, type }: Phone, origin: string): Promise<void> {
  await open(`${origin}/`);
  await tap("the menu of categories", button(page, "Categories"));
  await type("a menu away by Escape", ["Escape"]);
  await tap("the menu of languages", button(page, "Language"));
  await type("a menu away by Escape", ["Escape"]);
  await tap("another picture of the carousel", button(page, "Show Room 1408 Pays Cash"));
  await tap("Browse", tab(page, "Browse"));
  await tap("Home", tab(page, "Home"));
  await tap("My List", tab(page, "My List"));
  await tap("Me", tab(page, "Me"));
  await tap("a page of text", page.getByRole("link", { name: "Frequently asked questions" }).first());
}

async function search({ page, tap, type }: Phone): Promise<void> {
  await tap("Search", tab(page, "Search"));
  await tap("the search field", page.getByRole("combobox", { name: "Search" }));
  await type("a key in the search field", ["h", "a", "r", "b"]);
  await tap("a suggestion", page.getByRole("option").first());
  await page.waitForURL(
    (url) => !url.pathname.startsWith("/search") || url.pathname.length > "/search".length,
  );
}

async function watch({ page, open, tap, type }: Phone, origin: string): Promise<void> {
  await open(`${origin}/`);
  await tap("a poster", poster(page, 0));
  await page.waitForURL((url) => url.pathname.startsWith("/videos/"));
  await tap("pause", button(page, "Pause"));
  await tap("play", button(page, "Play"));
  await tap("on My List", button(page, "My List"));
  await tap("captions", button(page, /^Turn captions/));
  await tap("the settings", button(page, "Playback settings"));
  await tap("another speed", button(page, "1.5×"));
  await type("a sheet away by Escape", ["Escape"]);
  await tap("the episodes", button(page, "Episodes"));
  await tap("another episode", page.getByRole("dialog").getByRole("button", { name: /^Episode 2/ }));
  await page.waitForURL((url) => url.searchParams.get("ep") === "2");
  await type("the next episode", ["ArrowDown"]);
  await page.waitForURL((url) => url.searchParams.get("ep") === "3");
  // Last: ten seconds on, a short episode can end by itself.
  await type("ten seconds on", ["ArrowRight"]);
}

async function choosePlan({ page, open, tap }: Phone, origin: string): Promise<void> {
  await open(`${origin}/shopping`);
  const choice = (at: number) => page.getByRole("radio").nth(at).locator("xpath=ancestor::label");
  await tap("another plan", choice(1));
  await tap("another way to pay", choice(4));
}
