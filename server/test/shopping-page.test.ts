import type { PlanList, Series } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type TestPages, testPages } from "#test/pages";
import { giveRight } from "#test/paywall-states";
import { type Device, headersOf, makeMember } from "#test/people";
import type { App, Shell } from "../src/app.ts";

/** Records what the page is made of instead of rendering the screens. */
const shell: Shell = {
  offline: () => "",
  description: () => "",
  render({ url, queries }) {
    const html = JSON.stringify({ url, queries });
    return { html, status: 200, viewerStateAt: html.length };
  },
};

interface RenderedPage {
  url: string;
  queries: { name: string; params: object; result: unknown }[];
}

let pages: TestPages;
let app: TestApp;
let node: App;
let series: MadeSeries;

beforeAll(async () => {
  pages = await testPages(shell);
  ({ app, node } = pages);
  series = await makeSeries(app, { episodes: 5, free: 2 });
});
afterAll(() => pages.close());

async function requestPage(url: string, device: Device = { cookie: null, token: null }, language = "en-US") {
  const headers = { "accept-language": language, ...headersOf(device) };
  const answer = await node.http.inject({ url, headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  const rendered = JSON.parse(answer.body.slice(0, answer.body.lastIndexOf("<script"))) as RenderedPage;
  const of = <T>(name: string) =>
    rendered.queries.find((query) => query.name === name)?.result as T | undefined;
  return { url: rendered.url, sale: of<PlanList>("GET /api/plan"), series: of<Series>("GET /api/video") };
}

test("R25, R72: the page contains what is on sale, in the visitor's currency", async () => {
  const { url, sale, series: none } = await requestPage("/shopping?utm_source=x&plan=gold");
  expect(url).toBe("/shopping");
  expect(none).toBeUndefined();
  expect(sale).toMatchObject({
    unlock: null,
    subscription: null,
    methods: [{ type: "card" }, { type: "wallet" }],
  });
  expect(sale?.plans.length).toBeGreaterThan(0);
  expect(new Set(sale?.plans.map(({ price }) => price.currency))).toEqual(new Set(["USD"]));
  const brazil = (await requestPage("/shopping", undefined, "pt-BR")).sale;
  expect(new Set(brazil?.plans.map(({ price }) => price.currency))).toEqual(new Set(["BRL"]));
});

test("R25: with a series it contains that series and its price; an unknown series is ignored", async () => {
  const page = await requestPage(`/shopping?series=${series.id}&episode=${series.episodes[3]?.id}`);
  expect(page.url).toBe(`/shopping?series=${series.id}`);
  expect(page.sale?.unlock).toMatchObject({ seriesId: series.id, episodes: 3 });
  expect(page.series).toMatchObject({ id: series.id, unlocked: false });
  const unknown = await requestPage("/shopping?series=gone");
  expect(unknown).toMatchObject({ url: "/shopping?series=gone", series: undefined, sale: { unlock: null } });
  expect((await requestPage("/shopping?series=%3Cscript%3E")).url).toBe("/shopping");
});

test("R22: a viewer who unlocked the series sees it as unlocked, and later viewers do not", async () => {
  const owner = await makeMember(app);
  await giveRight(app, owner.id, { scope: "series", seriesId: series.id });
  const url = `/shopping?series=${series.id}`;
  expect((await requestPage(url, owner)).series).toMatchObject({ unlocked: true, entitledBy: "purchase" });
  expect((await requestPage(url)).series).toMatchObject({ unlocked: false, entitledBy: null });
});

test("R9: the language in a page's address is remembered from its first answer on", async () => {
  const { headers } = await node.http.inject("/shopping?lang=de&utm_source=x");
  expect(headers["content-language"]).toBe("de");
  expect(headers["set-cookie"]).toBe("lang=dy; Path=/; Max-Age=31536000; SameSite=Lax");
  for (const url of ["/shopping", "/shopping?lang=xx"])
    expect((await node.http.inject(url)).headers["set-cookie"], url).toBeUndefined();
});
