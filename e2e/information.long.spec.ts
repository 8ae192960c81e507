import type { Page } from "@playwright/test";
import { expect, test, waitForHydration } from "./journey.ts";
import { asMember } from "./person.ts";

const paths = [
  "/serviceAgreement",
  "/privacyPolicy",
  "/contentPolicy",
  "/refundPolicy",
  "/commonQuestions",
  "/contactUs",
];
const languages = [
  { code: "en", tag: "en" },
  { code: "es", tag: "es" },
  { code: "fy", tag: "fr" },
  { code: "dy", tag: "de" },
  { code: "pt", tag: "pt" },
];

/** Reads an information page through the API. */
async function readPage(origin: string, path: string, tag: string) {
  const answer = await fetch(`${origin}/api/page?name=${path.slice(1)}`, {
    headers: { "accept-language": tag },
  });
  const { info } = (await answer.json()) as { info: { title: string; blocks: { type: string }[] } };
  return info;
}

// In English and in the language with the most accents; server/src/site/pages tests the texts of all five.
for (const { code, tag } of languages.filter((one) => one.tag === "en" || one.tag === "fr")) {
  test(`R26: every information page is in ${tag}, from the server and in the browser`, async ({
    page,
    origin,
  }) => {
    for (const path of paths) {
      const { title, blocks } = await readPage(origin, path, tag);
      const answer = await page.goto(`${path}?lang=${code}`);
      expect(answer?.status()).toBe(200);
      expect(await answer?.text(), "the text comes with the page").toContain(`${title}</h1>`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(`${title} · Cliffhanger`);
      await expect(page.locator("html")).toHaveAttribute("lang", tag);
      const headings = blocks.filter(({ type }) => type === "heading").length;
      await expect(page.locator("main :is(h2, h3)[id], main details[id]")).toHaveCount(headings);
      if (path !== "/contactUs")
        await expect(
          page.getByText(/\b\d{1,2} November 2026$/),
          "R96: the date in its English form",
        ).toBeVisible();
    }
  });
}

test("R32, case 133: the footer has all seven links and the withdrawal, and each leads to its page, at its top", async ({
  page,
  origin,
}) => {
  const leads = [
    ["Terms of use", "/serviceAgreement"],
    ["Privacy policy", "/privacyPolicy"],
    ["Content policy", "/contentPolicy"],
    ["Refund policy", "/refundPolicy"],
    ["Contact us", "/contactUs"],
    ["Frequently asked questions", "/commonQuestions"],
    ["Service agreement", "/serviceAgreement"],
    ["Withdraw from contract here", "/withdraw"],
  ] as const;
  await page.goto("/");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const links = page.getByRole("contentinfo").getByRole("listitem").getByRole("link");
  await expect(links).toHaveText(leads.map(([name]) => name));
  for (const [name, path] of leads) {
    const link = page.getByRole("contentinfo").getByRole("link", { name, exact: true });
    const box = await link.boundingBox();
    expect(box?.height, `${name} is a target of 44 px`).toBeGreaterThanOrEqual(44);
    await link.click();
    await expect(page).toHaveURL(origin + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      path === "/withdraw" ? "Withdraw from a contract" : (await readPage(origin, path, "en")).title,
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
});

test("R26: every link in the texts leads to an existing page", async ({ page, origin }) => {
  const found = new Set<string>();
  for (const path of paths) {
    await page.goto(path);
    const hrefs = await page
      .locator("main a[href^='/']")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    for (const href of hrefs) found.add(String(href));
  }
  expect(found.size).toBeGreaterThan(5);
  for (const href of found) expect((await fetch(origin + href)).status, href).toBe(200);
});

test("R26: a text's list of contents leads into it, and the next page begins at its top", async ({
  page,
}) => {
  await page.goto("/privacyPolicy");
  await page.getByText("On this page").first().click();
  await page
    .getByRole("navigation", { name: "On this page" })
    .getByRole("link", { name: "Your rights" })
    .click();
  await expect(page).toHaveURL(/#rights$/);
  await expect(page.getByRole("heading", { name: "Your rights" })).toBeInViewport();
  await page.getByRole("contentinfo").getByRole("link", { name: "Content policy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Content policy");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("R26: a question expands and appears in the address, and its address opens it expanded", async ({
  page,
}) => {
  await page.goto("/commonQuestions");
  const answer = page.getByText("with two taps and without a reason");
  await expect(answer).toBeHidden();
  await page.getByRole("heading", { name: "How do I cancel?" }).click();
  await expect(answer).toBeVisible();
  await expect(page).toHaveURL(/\/commonQuestions#cancel$/);
  await page.goto("/");
  await page.goto("/commonQuestions#cancel");
  await expect(answer).toBeVisible();
  await expect(page.getByRole("heading", { name: "How do I cancel?" })).toBeInViewport();
  await page.getByRole("heading", { name: "How do I cancel?" }).click();
  await expect(answer).toBeHidden();
  await expect(page).toHaveURL(/\/commonQuestions$/);
});

test("R26: a link into another text arrives at its part", async ({ page }) => {
  await page.goto("/commonQuestions#delete");
  await page.getByRole("main").getByRole("link", { name: "privacy policy" }).click();
  await expect(page).toHaveURL(/\/privacyPolicy#rights$/);
  await expect(page.getByRole("heading", { name: "Your rights" })).toBeInViewport();
});

test("R26: a text that fails to load says so, and loads when retried", async ({ page }) => {
  await page.goto("/");
  // Before hydration a click would load the page from the server, with its text.
  await waitForHydration(page);
  await page.route("**/api/page**", (route) => route.abort("connectionreset"));
  await page.getByRole("contentinfo").getByRole("link", { name: "Refund policy" }).click();
  await expect(page.getByRole("heading", { name: "This page did not load" })).toBeVisible();
  await page.unroute("**/api/page**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Refund policy");
});

async function write(page: Page, email: string, subject: string, text: string): Promise<void> {
  await page.getByLabel("Your e-mail").fill(email);
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Message").fill(text);
}

test("R26: the contact form says what is missing and focuses the first invalid field", async ({
  page,
  watch,
}) => {
  await page.goto("/contactUs");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("alert")).toContainText("Please enter your email");
  await expect(page.getByRole("alert")).toContainText("Please write your message");
  await expect(page.getByLabel("Your e-mail")).toBeFocused();
  await write(page, "ana", "Sound", "There is none.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("alert")).not.toContainText("Please enter your email");
  await expect(page.getByLabel("Your e-mail")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Your e-mail")).toBeFocused();
  await page.getByLabel("Message").fill("é".repeat(5001));
  await expect(page.getByText("5,001 / 5,000")).toBeVisible();
  await page.getByLabel("Your e-mail").fill("ana@example.com");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByLabel("Message")).toBeFocused();
  forget(watch, /status of 400/);
});

test("R26, R93: a message stays until it is sent, and is answered with a number to copy", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/contactUs");
  await write(page, "ana@example.com", "The second episode", "It has no sound.\n\nAna");
  await page.reload();
  await expect(page.getByLabel("Message")).toHaveValue("It has no sound.\n\nAna");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "Your message has arrived" })).toBeFocused();
  const number = page.getByRole("button", { name: /T-\d{6}$/ });
  await number.click();
  await expect(page.getByText("Copy Success")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^T-\d{6}$/);
  await expect(number).toContainText(copied);
  await page.getByRole("button", { name: "Write another message" }).click();
  await expect(page.getByLabel("Message")).toHaveValue("");
});

test("R26: the contact form already has a member's address", async ({ page }) => {
  const { email } = await asMember(page);
  await page.goto("/contactUs");
  await expect(page.getByLabel("Your e-mail")).toHaveValue(email);
  await page.getByLabel("Your e-mail").fill("");
  await expect(page.getByLabel("Your e-mail")).toHaveValue("");
});

test("the information pages fit 320 pixels with text at 200 %, in every language", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { code } of languages) {
    for (const path of paths) {
      await page.goto(`${path}?lang=${code}`);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${path} in ${code}`).toBeLessThanOrEqual(320);
    }
  }
});

test("R26: a sender over the limit is told when to try again and keeps the message", async ({
  page,
  watch,
}) => {
  await page.route("**/api/contact", (route) =>
    route.fulfill({
      status: 429,
      headers: { "retry-after": "1800" },
      json: { code: 429, reason: "too_many_requests", message: "Too many messages." },
    }),
  );
  await page.goto("/contactUs");
  await write(page, "ana@example.com", "Again", "And again.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("alert")).toContainText("Try again in 30 minutes");
  await expect(page.getByLabel("Message")).toHaveValue("And again.");
  forget(watch, /status of 429/);
});

/** Removes the browser's own log of an expected error response from the complaints. */
function forget(watch: { complaints: string[] }, expected: RegExp): void {
  watch.complaints = watch.complaints.filter((text) => !expected.test(text));
}
