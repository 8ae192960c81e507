import { afterAll, beforeAll, expect, test } from "vitest";
import { pageHeaders } from "#platform/http/headers";
import { cardPageHeaders } from "#storefront";
import { cardScriptUrl, type TestPages, testPages } from "#test/pages";
import type { App, Shell } from "../src/app.ts";

let pages: TestPages;
let node: App;
const rendered: string[] = [];

/** Records which pages are rendered instead of rendering the screens. */
const shell: Shell = {
  offline: () => "",
  description: () => "",
  render({ url, language, notFound }) {
    rendered.push(`${url} ${language}`);
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
const renderCount = (page: string) => rendered.filter((each) => each === page).length;

test("the page of the card form has its own headers, is not cached and is rendered for each request", async () => {
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
  expect(renderCount("/order/easy en")).toBe(2);
});

test("no other page allows the card form's script", async () => {
  for (const url of ["/my", "/login", "/shopping", "/order/result?order=1", "/order/easier", "/nothing"]) {
    const { headers } = await get(url);
    expect(headers, url).toMatchObject(pageHeaders);
    expect(headers["cross-origin-opener-policy"], url).toBe("same-origin");
  }
});

test("without card payments its page has the headers of every other page and is still not cached", async () => {
  const without = await pages.withoutCards();
  const { headers } = await without.http.inject("/order/easy");
  expect(headers).toMatchObject({ ...pageHeaders, "cache-control": "private, no-store" });
  await without.stop();
});

test("a screen that the browser fills is rendered once for each language, then revalidated", async () => {
  rendered.length = 0;
  for (let round = 0; round < 3; round++) {
    const answer = await get("/my?ref=abc", { "accept-language": "es" });
    expect(answer.headers["cache-control"]).toBe("public, no-cache");
    await get("/my", { "accept-language": "de" });
    await get("/login", { "accept-language": "de" });
  }
  expect(rendered.toSorted()).toEqual(["/login de", "/my de", "/my es"]);
  const { headers } = await get("/my");
  expect((await get("/my", { "if-none-match": String(headers["etag"]) })).statusCode).toBe(304);
});
