import { readFile } from "node:fs/promises";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";
import { becomeMember, newMember, newPerson, register, signIn } from "./person.ts";

const userEntry = /^Me/;

test("R4, R19, R44, R50: a guest creates an account, also by a tap on “Create an account” before the page runs, and returns, signed in, to the previous page", async ({
  page,
  origin,
}) => {
  const person = newPerson();
  let held = true;
  await page.route(/\/assets\/(?!boot-)[^/]*\.js$/, (route) => (held ? undefined : route.continue()));
  await page.goto("/login?returnTo=%2FcommonQuestions", { waitUntil: "commit" });
  const link = page.getByRole("link", { name: "Create an account" });
  await expect(link).toHaveAttribute("href", "/register");
  held = false;
  await link.click();
  await expect(page).toHaveURL(/\/register\?returnTo=%2FcommonQuestions$/);
  await register(page, person);
  await expect(page).toHaveURL(`${origin}/commonQuestions`);
  await page.goto("/my");
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText("Free Plan")).toBeVisible();
  await page.goBack();
  await expect(page, "Back never leads to the form again").toHaveURL(`${origin}/commonQuestions`);
});

test("R19, R49, R51, R92: the form of an account says what is missing, keeps what was typed while the texts are read, and refuses a taken address with two options", async ({
  page,
  context,
  origin,
}) => {
  await page.goto("/register?returnTo=/my");
  await page.getByRole("button", { name: "Create account" }).click();
  for (const words of ["email", "password"])
    await expect(page.locator("p:not(.sr-only)", { hasText: `Please enter your ${words}` })).toBeVisible();
  await expect(page.locator("p:not(.sr-only)", { hasText: "Please repeat your password" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Please enter your email");
  await expect(page.getByPlaceholder("Please enter your email")).toBeFocused();

  await page.getByPlaceholder("Please enter your email").fill("anna@example.com");
  for (const [name, path] of [
    ["Terms of Use", "/serviceAgreement"],
    ["Privacy Policy", "/privacyPolicy"],
  ] as const) {
    const opened = context.waitForEvent("page");
    await page.getByRole("main").getByRole("link", { name }).click();
    const text = await opened;
    expect(new URL(text.url()).pathname).toBe(path);
    await text.close();
  }
  await expect(page.getByPlaceholder("Please enter your email")).toHaveValue("anna@example.com");
  await expect(page.getByRole("checkbox")).not.toBeChecked();

  await register(page, await newMember(origin));
  const words = page.getByRole("alert");
  await expect(words.getByRole("link", { name: "Forgot your password?" })).toBeVisible();
  await words.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fmy$/);
});

test("R4, R16, R17, R38, R92: a guest who opens a member's screen signs in first, after a wrong password at the second attempt, comes back to it and signs out again; a return address of another site is ignored", {
  tag: "@quick",
}, async ({ page, origin }) => {
  const person = await newMember(origin);
  for (const [path, reason] of [
    ["/individual", "Sign in and go on where you stopped."],
    ["/unlocked", "Sign in and go on where you stopped."],
    ["/historys", "Your history belongs to your account. Sign in, and it opens."],
    ["/favorites", "My List belongs to your account. Sign in, and it opens."],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(`${origin}/login?returnTo=${encodeURIComponent(path)}`);
    await expect(page.getByText(reason)).toBeVisible();
  }
  await signIn(page, { ...person, password: "not the lantern" });
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await expect(page.getByPlaceholder("Please enter your email")).toHaveValue(person.email);
  await signIn(page, person);
  await expect(page).toHaveURL(`${origin}/favorites`);

  await page.goto("/my");
  await expect(page.getByText(person.email)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  await expect(page.getByText(person.email)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await signIn(page, person);
  await expect(page).toHaveURL(/\/my$/);
  await expect(page.getByText(person.email)).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/login?returnTo=%2F%5Cevil.example");
  await signIn(page, person);
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByRole("banner").getByRole("link", { name: userEntry })).toBeVisible();
});

test("R37, R39: signing in and out in one tab reaches the other at once, whose episode plays on", async ({
  page,
  context,
  origin,
}) => {
  const [person, series] = [await newMember(origin), await featuredSeries(origin)];
  await page.goto(`/videos/${series.id}`);
  await expectPlaying(page);
  await page.evaluate(() => document.querySelector("video[data-active]")?.setAttribute("data-first", ""));
  const other = await context.newPage();
  await other.goto("/login?returnTo=/my");
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/user");
  await signIn(other, person);
  await expect(other.getByText(person.email)).toBeVisible();
  expect((await (await asked).json()).info).toMatchObject({ kind: "member" });
  await page.bringToFront();
  await expectPlaying(page);
  await expect(page.locator("video[data-active]")).toHaveAttribute("data-first", "");

  await page.goto("/my");
  await expect(page.getByText(person.email)).toBeVisible();
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  await other.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await signIn(other, person);
  await expect(page.getByText(person.email)).toBeVisible();
});

test("R15: name and password change, only the new password works, and signing a device out ends its session", async ({
  page,
  browser,
  origin,
}) => {
  const person = await becomeMember(page, "/individual");
  await page.getByLabel("Name", { exact: true }).fill("Ánna of the Cliffs");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  const entry = page.getByRole("banner").getByRole("link", { name: "Me, Ánna of the Cliffs" });
  await expect(entry.locator("[data-initial='Á']")).toBeVisible();

  const context = await browser.newContext({ baseURL: origin, locale: "en-US" });
  const other = await context.newPage();
  await other.goto("/login?returnTo=/individual");
  await signIn(other, person);
  await expect(other.getByRole("heading", { name: "Signed-in devices" })).toBeVisible();
  // The other browser notices at its next call.
  const expectSignedOut = async () => {
    await other.getByLabel("Name", { exact: true }).fill("Anna");
    await other.getByRole("button", { name: "Save" }).click();
    await expect(other).toHaveURL(/\/login\?returnTo=%2Findividual$/);
  };

  await page.getByRole("button", { name: "Change password" }).click();
  const next = { ...person, password: "a lantern and no rope" };
  await page.getByPlaceholder("Please enter your password").fill(person.password);
  await page.getByPlaceholder("Please enter a new password").fill(next.password);
  await page.getByPlaceholder("Please repeat your password").fill(next.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your new password is set. Other devices are signed out.")).toBeVisible();
  await expectSignedOut();
  await signIn(other, person);
  await expect(other.getByRole("alert")).not.toBeEmpty();
  await signIn(other, next);
  await expect(other.getByRole("banner").getByRole("link", { name: "Me, Ánna of the Cliffs" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Signed-in devices" })).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Signed out there.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out everywhere else" })).toBeHidden();
  await expectSignedOut();
  await context.close();
});

test("R15: a member downloads their data as a ZIP; an account to be deleted shows the date everywhere, and the deletion can be cancelled", async ({
  page,
}) => {
  const person = await becomeMember(page, "/individual");
  await page.getByRole("button", { name: "Download your data" }).click();
  await page.getByPlaceholder("Please enter your password").fill("not the lantern");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await page.getByPlaceholder("Please enter your password").fill(person.password);
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");

  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByPlaceholder("Please enter your password").fill(person.password);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const banner = page.getByRole("region", { name: /^Your account will be deleted on \d{1,2} \w+ \d{4}\.$/ });
  await expect(banner).toBeVisible();
  await page.goto("/my");
  await expect(banner).toBeVisible();
  // The banner goes although the server can no longer be asked about the account.
  const askedAgain = /\/api\/user\?/;
  await page.route(askedAgain, (route) => route.abort("connectionreset"));
  await banner.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByText("Your account stays.")).toBeVisible();
  await expect(banner).toBeHidden();
  await page.unroute(askedAgain);
  await page.reload();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(banner).toBeHidden();
});

test("R18: a forgotten password is reset by the email's link, whose code is removed from the address at once", async ({
  page,
  origin,
  simulators,
}) => {
  const person = await newMember(origin);
  await page.goto("/login?returnTo=/my");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByPlaceholder("Please enter your email").fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`Look in your mail: ${person.email}`)).toBeVisible();

  const link = await mailedLink(simulators.mailbox, person.email);
  expect(new URL(link).searchParams.has("token")).toBe(false);
  await page.goto(link);
  const next = { ...person, password: "a ladder and a lamp" };
  await expect(page).toHaveURL(`${origin}/retrievePassword`);
  await page.getByPlaceholder("Please enter your password").fill(next.password);
  await page.getByPlaceholder("Please repeat your password").fill(next.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, next);
  await expect(page).toHaveURL(`${origin}/`);

  await page.goto(link);
  await page.getByPlaceholder("Please enter your password").fill("a third of them all");
  await page.getByPlaceholder("Please repeat your password").fill("a third of them all");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await page.getByRole("button", { name: "Ask for a new link" }).click();
  await expect(page.getByRole("button", { name: "Send the link" })).toBeVisible();
});

async function mailedLink(mailbox: string, email: string): Promise<string> {
  let text = "";
  await expect
    .poll(async () => {
      const list = await fetch(`${mailbox}/api/messages?to=${encodeURIComponent(email)}`);
      const { messages } = (await list.json()) as { messages: { id: string }[] };
      for (const { id } of messages) {
        const mail = (await (await fetch(`${mailbox}/api/messages/${id}`)).json()) as { text: string };
        text = /https?:\/\/\S+[?&]code=[\w-]+/.exec(mail.text)?.[0] ?? text;
      }
      return text;
    })
    .not.toBe("");
  return text;
}
