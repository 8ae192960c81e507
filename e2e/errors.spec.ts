import { expect, operator, test, told } from "./pixels.ts";

const reports = async (site: Parameters<typeof told>[0]) =>
  (await told(site)).filter(({ vendor, kind }) => vendor === "errors" && kind === "event");

test("R87, T30: a fault of the page is reported to the project of its host, without anything of whoever met it", async ({
  page,
  site,
  foreign,
}) => {
  const host = site.pixels.replace("http://", "");
  await operator(site, "site", "set", "errorsDsn", `http://0123456789abcdef@${host}/7`);
  await operator(site, "site", "set", "errorsDsnMarketing", `http://fedcba9876543210@${host}/8`);
  await operator(site, "site", "set", "errorsMarketingDomain", "promo.example.com");
  await page.goto("/browse/all?fbclid=click-of-a-person-12345&token=maria-7");
  await page.waitForLoadState("networkidle");
  expect(foreign, "nothing is sent while nothing fails").toEqual([]);
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

  // R95: the choice of another language needs the entries anew, and they cannot be had.
  await page.addInitScript(() => localStorage.setItem("LANG", "de"));
  await page.context().clearCookies();
  await page.route("**/api/config?**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/");
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect
    .poll(async () => (await reports(site)).at(-1)?.event ?? "", { timeout: 20_000 })
    .toContain("ApiError");
});

test("R87: without a project nothing is loaded, and the code that was built from is served to nobody", async ({
  page,
  site,
  foreign,
}) => {
  for (const key of ["errorsDsn", "errorsDsnMarketing", "errorsMarketingDomain"])
    await operator(site, "site", "unset", key);
  const scripts: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(".js")) scripts.push(answer.url());
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(scripts.filter((url) => url.includes("error-reports"))).toEqual([]);
  expect(foreign).toEqual([]);
  for (const url of scripts.slice(0, 5)) {
    expect((await fetch(`${url}.map`)).status).toBe(404);
    expect(await (await fetch(url)).text()).not.toContain("sourceMappingURL");
  }
});
