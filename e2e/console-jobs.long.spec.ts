import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { invited, joinByPasskey, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

test("C46: support reads the health of the installation beside the jobs, faults first, and copies it", async ({
  page,
  app,
}) => {
  await joinByPasskey(page, (await invited(app, "support")).path);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/console/jobs");
  const health = page.getByRole("table", { name: "Health" });
  await expect(health.getByRole("row", { name: /Fine Database PostgreSQL/ })).toBeVisible({
    timeout: timeLimit(30),
  });
  const states = await health.getByRole("row").locator("td:first-child").allInnerTexts();
  const order = ["Fault", "Note", "Fine"];
  expect(states).toEqual(states.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
  await expectAccessible(page, "jobs and health");
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\nok: Database: PostgreSQL/);
});
