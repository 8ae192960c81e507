import { type InlinedQuery, screenPaths } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCardCache, openTagNames } from "#catalogue";
import { openLibrary } from "#library";
import { openResponseCache } from "#platform/http/cached-response";
import { openInformationPages } from "#site";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { silentLog } from "#test/silent-log";
import { pages } from "./index.ts";
import type { PageContext } from "./page.ts";
import { renderPage } from "./render.ts";

let app: TestApp;
let context: PageContext;

beforeAll(async () => {
  app = await testApp();
  await makeSeries(app, { tags: [{ kind: "category", name: { en: "Romance", de: "Liebe" } }], episodes: 1 });
  const { db } = app.database;
  context = {
    db,
    clock: app.clock,
    keys: [],
    edge: app.config.edge,
    startups: async () => null,
    tagNames: openTagNames(db),
    cards: openCardCache(db, 0),
    responses: openResponseCache({ count: 10, bytes: 1_000_000 }),
    library: openLibrary({ db, clock: app.clock, listener: null }),
    pages: openResponseCache({ count: 10, bytes: 1_000_000 }),
    information: await openInformationPages({ folder: "/nowhere", publicOrigin: null, log: silentLog }),
    abilities: { mail: true, facebook: false },
    pricing: {
      offer: () => Promise.reject(new Error("None of these pages tells a price.")),
      sale: () => Promise.reject(new Error("None of these pages sells.")),
      localeOf: async (language) => ({ language, currency: "USD" }),
    },
    cardScriptUrl: "https://js.stripe.com/endive/stripe.js",
    region: null,
    currency: "USD",
    // Writes down what a page is made of, in place of the screens.
    shell: {
      offline: () => "",
      description: () => "",
      render: ({ url, queries }) => ({
        html: JSON.stringify({ url, queries }),
        status: 200,
        viewerStateAt: 0,
      }),
    },
  };
});
afterAll(() => app.close());

async function page(path: string, query = "") {
  const rendered = await renderPage(context, path, new URLSearchParams(query), {
    language: "de",
    origin: "http://localhost",
  });
  expect(rendered).toMatchObject({ status: 200, personal: null });
  return JSON.parse(rendered.document.body.toString()) as { url: string; queries: InlinedQuery[] };
}

test("R12: the page of a category comes with its first series and all tags in it, as the calls answer", async () => {
  const { url, queries } = await page("/browse/romance");
  expect(url).toBe("/browse/romance");
  const [, list, tags] = queries;
  expect(list).toMatchObject({
    name: "GET /api/homepage/query",
    params: { tag: "romance", page: "1", pageSize: "24" },
  });
  const answer = await app.http.inject({
    url: `/api/homepage/query?${new URLSearchParams(list?.params).toString()}`,
    headers: { "accept-language": "de" },
  });
  expect(list?.result).toEqual(answer.json().data);
  expect(tags).toMatchObject({ name: "GET /api/tag", params: {}, result: { list: [{ name: "Liebe" }] } });
});

test("R13: the page of a section comes with its first series", async () => {
  const [, list] = (await page("/more/top")).queries;
  expect(list).toMatchObject({ params: { section: "top" }, result: { total: 1 } });
});

test("R39: home is drawn apart for those who have something to continue, and otherwise for everybody alike", async () => {
  expect((await page("/")).url).toBe("/");
  expect((await page("/", "continue=1")).url).toBe("/?continue=1");
  expect((await page("/", "continue=2&fbclid=x")).url).toBe("/");
});

test("R26: an information page comes with its text, as the call answers", async () => {
  const { url, queries } = await page("/privacyPolicy");
  expect(url).toBe("/privacyPolicy");
  const answer = await app.http.inject({
    url: "/api/page?name=privacyPolicy",
    headers: { "accept-language": "de" },
  });
  expect(queries[1]).toEqual({
    name: "GET /api/page",
    params: { name: "privacyPolicy" },
    result: answer.json().info,
  });
});

test("H9: every screen of the contract has its page, and a table without one does not compile", () => {
  expect(Object.keys(pages).toSorted()).toEqual(Object.keys(screenPaths).toSorted());
  const { my, ...others } = pages;
  expect(my).toBeTypeOf("function");
  // @ts-expect-error H9: the page of my is missing; the check of types fails where this compiles
  const incomplete: Record<keyof typeof screenPaths, unknown> = others;
  expect(incomplete).not.toHaveProperty("my");
});
