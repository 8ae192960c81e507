import { afterAll, beforeAll, expect, test } from "vitest";
import { pageHeaders } from "#platform/http/headers";
import { cardPageHeaders } from "#storefront";
import { cardScriptUrl, type TestPages, testPages } from "#test/pages";
import type { App, Shell } from "../src/app.ts";

let pages: TestPages;
let node: App;
const drawn: string[] = [];

/** Writes down which pages are drawn, in place of the screens. */
const shell: Shell = {
  offline: () => "",
  description: () => "",
  render({ url, language, notFound }) {
    drawn.push(`${url} ${language}`);
    return { html: `<p>${url}</p>`, status: notFound ? 404 : 200, viewerStateAt: 0 };
  },
};

beforeAll(async () => {
  pages = await testPages(shell);
  ({ node } = pages);
});
afterAll(() => pages.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  node.http.inject({ url, headers: { "accept-language": "en", ...headers } });
const timesDrawn = (page: string) => drawn.filter((each) => each === page).length;

test("the page of the card form has its own rules, is kept by nobody and drawn for each request", async () => {
  for (const url of ["/order/easy?order=1", "/order/easy/", "/order/easy?order=2"]) {
    const answer = await get(url, { "if-none-match": "*" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      ...cardPageHeaders(cardScriptUrl),
      "cache-control": "private, no-store",
    });
    expect(answer.headers["etag"]).toBeUndefined();
    expect(answer.headers["cross-origin-embedder-policy"]).toBeUndefined();
  }
  expect(timesDrawn("/order/easy en")).toBe(2);
});

test("no other page lets the card form's script in", async () => {
  for (const url of ["/my", "/login", "/shopping", "/order/result?order=1", "/order/easier", "/nothing"]) {
    const { headers } = await get(url);
    expect(headers, url).toMatchObject(pageHeaders);
    expect(headers["cross-origin-opener-policy"], url).toBe("same-origin");
  }
});

test("where no card is taken its page has the rules of every other, and is still kept by nobody", async () => {
  const without = await pages.withoutCards();
  const { headers } = await without.http.inject("/order/easy");
  expect(headers).toMatchObject({ ...pageHeaders, "cache-control": "private, no-store" });
  await without.stop();
});

test("a screen that the browser fills is drawn once for each language, and revalidated after that", async () => {
  drawn.length = 0;
  for (let round = 0; round < 3; round++) {
    const answer = await get("/my?ref=abc", { "accept-language": "es" });
    expect(answer.headers["cache-control"]).toBe("public, no-cache");
    await get("/my", { "accept-language": "de" });
    await get("/login", { "accept-language": "de" });
  }
  expect(drawn.toSorted()).toEqual(["/login de", "/my de", "/my es"]);
  const { headers } = await get("/my");
  expect((await get("/my", { "if-none-match": String(headers["etag"]) })).statusCode).toBe(304);
});
