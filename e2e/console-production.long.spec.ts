import { calls } from "@cliffhanger/contract";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expectFine, invitedByCommand, joinOnScreen, runOperator } from "./console.ts";
import { type App, openApp } from "./start-app.ts";

// A server of its own, as an operator starts it for real: no demo, nobody invited.
let app: App;
let origin: string;
test.beforeAll(async () => {
  app = await openApp({ DEMO: "off" });
  origin = app.origin.replace("127.0.0.1", "localhost");
});
test.afterAll(() => app.close());

test("C2: in production without operators the console offers sign-in alone, and no call makes an operator; a command does", async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  for (const path of ["", "/series", "/team", "/log?actor=owner"]) {
    await page.goto(`${origin}/console${path}`);
    await expect(page.getByRole("button", { name: "Continue with a passkey" })).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("link")).toHaveCount(0);
  }
  await expectAccessible(page, "sign-in of a site without operators");
  expect(app.log()).not.toContain("/console/welcome");

  await page.goto(`${origin}/console/welcome#${"a".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expect(page.getByRole("button", { name: /passkey|password/i })).toHaveCount(0);

  const names = Object.keys(calls).filter((name) => name.includes(" /api/console/"));
  const done = await page.evaluate(async (asked) => {
    const bodies = [{}, { email: "first@example.com", role: "owner", code: "a".repeat(43), name: "First" }];
    const answered: string[] = [];
    for (const name of asked)
      for (const body of name.startsWith("GET") ? [null] : bodies) {
        const [method = "", path = ""] = name.split(" ");
        const sent = body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
        const { code } = await fetch(path, { method, ...sent }).then((answer) => answer.json());
        if (code === 200) answered.push(name);
      }
    return answered;
  }, names);
  // Reporting an error of the screens, and the beginning of a sign-in, say nothing about operators.
  expect(done.filter((name) => !/fault$|passkey\/options$/.test(name))).toEqual([]);
  expect(await runOperator(app, "list")).not.toContain("@");

  const { path } = await invitedByCommand(app);
  await joinOnScreen(page, origin + path);
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
  // A new site says how far it is to the first sale.
  const steps = page.getByRole("list", { name: "To your first sale" });
  await expect(steps.getByRole("listitem")).toHaveCount(7);
  await expect(steps.getByRole("listitem").first()).toContainText("Say who sells");
  await expect(page.getByText("Nothing needs you")).toBeVisible();
  await expectFine(page, "today-new");
  expect(complaints).toEqual([]);
});
