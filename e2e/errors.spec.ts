import { timeLimit } from "../tools/time-limit.ts";
import { reports, withoutConfiguration } from "./error-reports.ts";
import { setEntries } from "./operator.ts";
import { expect, test } from "./pixels.ts";

// Other files share the app.
test.afterEach(({ site }) => setEntries(site, "site", { errorsDsn: null }));

test("R95: without the configuration the app starts, shows no message, and the error service receives the failure", async ({
  page,
  site,
}) => {
  const host = site.pixels.replace("http://", "");
  await setEntries(site, "site", { errorsDsn: `http://0123456789abcdef@${host}/7` });
  await withoutConfiguration(page);
  await page.route("**/api/config?**", (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: "The configuration is broken." } }),
  );
  await page.goto("/browse/all");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect
    .poll(async () => (await reports(site)).at(-1)?.event ?? "", { timeout: timeLimit(20) })
    .toContain("ApiError");
  await expect(page.getByText("The configuration is broken.")).toHaveCount(0);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await page.getByRole("button", { name: "Categories" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
