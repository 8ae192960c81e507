import { reports, withoutConfiguration } from "./error-reports.ts";
import { setEntries } from "./operator.ts";
import { allow, events, expect, test } from "./pixels.ts";

test("R87, T30: an error of the page is reported to the project of its host, without personal data", async ({
  page,
  site,
  externalRequests,
}) => {
  const host = site.pixels.replace("http://", "");
  await setEntries(site, "site", {
    errorsDsn: `http://0123456789abcdef@${host}/7`,
    errorsDsnMarketing: `http://fedcba9876543210@${host}/8`,
    errorsMarketingDomain: "promo.example.com",
  });
  await page.goto("/browse/all?fbclid=click-of-a-person-12345&token=maria-7");
  await page.waitForLoadState("networkidle");
  expect(externalRequests, "nothing is sent while nothing fails").toEqual([]);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("It broke for mara@example.com at /my?code=abc with click-of-a-person-12345");
    }, 0);
  });
  await expect.poll(async () => (await reports(site)).length).toBe(1);
  const [report] = await reports(site);
  expect(report).toMatchObject({ id: "7", event: "Error: It broke for [e-mail] at /my with [removed]" });
  expect(report?.page).toBe(`${site.origin}/browse/all`);
  const wire = JSON.stringify(report?.wire);
  for (const secret of ["mara@example.com", "click-of-a-person", "maria-7", "code=abc"])
    expect(wire).not.toContain(secret);
});

test("R85: a page without the configuration requests it once, and turns on the pixel that it names", async ({
  page,
  site,
}) => {
  await withoutConfiguration(page);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/config") calls.push(request.method());
  });
  await allow(page, "/browse/all");
  await expect.poll(() => events(site, "meta")).toContain("PageView");
  await page.getByRole("link", { name: "Search", exact: true }).first().click();
  await expect(page.getByRole("combobox")).toBeVisible();
  expect(calls).toEqual(["GET"]);
});

test("R87: without a project nothing is loaded, and no source map is served", async ({
  page,
  site,
  externalRequests,
}) => {
  await setEntries(site, "site", { errorsDsn: null, errorsDsnMarketing: null, errorsMarketingDomain: null });
  const scripts: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(".js")) scripts.push(answer.url());
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(scripts.filter((url) => url.includes("error-reports"))).toEqual([]);
  expect(externalRequests).toEqual([]);
  for (const url of scripts.slice(0, 5)) {
    expect((await fetch(`${url}.map`)).status).toBe(404);
    expect(await (await fetch(url)).text()).not.toContain("sourceMappingURL");
  }
});
