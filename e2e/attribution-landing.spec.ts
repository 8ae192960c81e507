import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";

interface Landed {
  /** The query of the call that told the landing. */
  query: Record<string, string>;
  headers: Record<string, string>;
  kept: Record<string, string | null>;
}

/** Lands on an address, and answers what the server was told and what the browser keeps. */
async function land(page: Page, address: string, referer?: string): Promise<Landed> {
  const first = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/user");
  await page.goto(address, referer ? { referer } : {});
  const request = await first;
  await (await request.response())?.finished();
  const names = ["REFERER_TOKEN", "FBCLID", "TTCLID"];
  return {
    query: Object.fromEntries(new URL(request.url()).searchParams),
    headers: await request.allHeaders(),
    kept: await page.evaluate(
      (keys) => Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)])),
      names,
    ),
  };
}

const cases = [
  { name: "a ttclid alone", query: "?ttclid=tt-1", fbclid: "tt-1", ttclid: "tt-1" },
  { name: "an fbclid alone", query: "?fbclid=fb-1", fbclid: "fb-1", ttclid: "" },
  { name: "both", query: "?ttclid=tt-1&fbclid=fb-1", fbclid: "tt-1", ttclid: "tt-1" },
  { name: "neither", query: "", fbclid: "", ttclid: "" },
];

for (const { name, query, fbclid, ttclid } of cases) {
  test(`R36, R43, R58, R60: landing with ${name}, header, query and storage say what they should, and the address as it came`, async ({
    page,
  }) => {
    const landed = await land(page, `/browse/all${query}`);
    expect(landed.query).toEqual({ landing: `/browse/all${query}`, referrer: "", fbclid, ttclid });
    expect(landed.headers["fbclid"] ?? "").toBe(fbclid);
    expect(landed.headers["ttclid"] ?? "").toBe(ttclid);
    expect(landed.kept).toEqual({ REFERER_TOKEN: null, FBCLID: fbclid || null, TTCLID: ttclid || null });
    expect(new URL(page.url()).search, "click ids stay, a pixel may read them").toBe(query);
  });
}

test("R9, R35: whoever taps on before the app is there loses neither the token nor the language of the address", async ({
  page,
}) => {
  let held = true;
  await page.route(/\/assets\/(?!boot-)[^/]*\.js$/, (route) => (held ? undefined : route.continue()));
  await page.goto("/?token=maria-8&lang=de");
  held = false;
  await page.locator('a[href="/browse/all"]:visible').first().click();
  await expect(page).toHaveURL(/\/browse\/all$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("REFERER_TOKEN"))).toBe("maria-8");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("R35, T17: a token and the page that linked here are told once; then the token leaves the address", async ({
  page,
}) => {
  const landed = await land(page, "/browse/all?token=maria-7&lang=en", "http://partner.example/list");
  expect(landed.query["landing"]).toBe("/browse/all?token=maria-7&lang=en");
  expect(landed.query["referrer"]).toMatch(/^http:\/\/partner\.example\//);
  expect(landed.kept["REFERER_TOKEN"]).toBe("maria-7");
  await expect(page).toHaveURL(/\/browse\/all\?lang=en$/);
  const again = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/user");
  await page.reload();
  expect(new URL((await again).url()).searchParams.has("landing"), "loading it anew is no landing").toBe(
    false,
  );
});

test("R18, T17: the code of a mail's link is in no landing", async ({ page }) => {
  const { query } = await land(page, "/retrievePassword?code=very-secret-code");
  expect(query["landing"]).toBe("/retrievePassword?code=");
});
