import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";

interface Landed {
  /** The query of the call that reported the landing. */
  query: Record<string, string>;
  headers: Record<string, string>;
  stored: Record<string, string | null>;
}

/** Opens an address and returns what the server received and what the browser stored. */
async function land(page: Page, address: string, referer?: string): Promise<Landed> {
  const first = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/user");
  await page.goto(address, referer ? { referer } : {});
  const request = await first;
  await (await request.response())?.finished();
  const names = ["REFERER_TOKEN", "FBCLID", "TTCLID"];
  return {
    query: Object.fromEntries(new URL(request.url()).searchParams),
    headers: await request.allHeaders(),
    stored: await page.evaluate(
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

test("R36, R43, R58, R60: a landing with either click id, both or neither sets header, query and storage and sends the original address", async ({
  page,
}) => {
  for (const { name, query, fbclid, ttclid } of cases) {
    await page.goto("about:blank");
    await page.context().clearCookies();
    const landed = await land(page, `/browse/all${query}`);
    expect(landed.query, name).toEqual({ landing: `/browse/all${query}`, referrer: "", fbclid, ttclid });
    expect(landed.headers["fbclid"] ?? "", name).toBe(fbclid);
    expect(landed.headers["ttclid"] ?? "", name).toBe(ttclid);
    const stored = { REFERER_TOKEN: null, FBCLID: fbclid || null, TTCLID: ttclid || null };
    expect(landed.stored, name).toEqual(stored);
    expect(new URL(page.url()).search, "click ids stay readable for a pixel").toBe(query);
    // The next landing is that of a new visitor.
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
});

test("R35, T17: a token and the referring page are reported once; then the token is removed from the address", async ({
  page,
}) => {
  const landed = await land(page, "/browse/all?token=maria-7&lang=en", "http://partner.example/list");
  expect(landed.query["landing"]).toBe("/browse/all?token=maria-7&lang=en");
  expect(landed.query["referrer"]).toMatch(/^http:\/\/partner\.example\//);
  expect(landed.stored["REFERER_TOKEN"]).toBe("maria-7");
  await expect(page).toHaveURL(/\/browse\/all\?lang=en$/);
  const again = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/user");
  await page.reload();
  expect(new URL((await again).url()).searchParams.has("landing"), "a reload is not a landing").toBe(false);
});

test("R18, T17: the code of an email's link is in no landing", async ({ page }) => {
  const { query } = await land(page, "/retrievePassword?code=very-secret-code");
  expect(query["landing"]).toBe("/retrievePassword?code=");
});
