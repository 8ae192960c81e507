import type { PlanList, Series } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type TestPages, testPages } from "#test/pages";
import { giveRight } from "#test/paywall-states";
import { type Device, headersOf, makeMember } from "#test/people";
import type { App, Shell } from "../src/app.ts";

/** Writes down what the page is made of, in place of the screens. */
const shell: Shell = {
  offline: () => "",
  description: () => "",
  render({ url, queries }) {
    const html = JSON.stringify({ url, queries });
    return { html, status: 200, viewerStateAt: html.length };
  },
};

interface Drawn {
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

async function draw(url: string, device: Device = { cookie: null, token: null }, language = "en-US") {
  const headers = { "accept-language": language, ...headersOf(device) };
  const answer = await node.http.inject({ url, headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  const drawn = JSON.parse(answer.body.slice(0, answer.body.lastIndexOf("<script"))) as Drawn;
  const of = <T>(name: string) => drawn.queries.find((query) => query.name === name)?.result as T | undefined;
  return { url: drawn.url, sale: of<PlanList>("GET /api/plan"), series: of<Series>("GET /api/video") };
}

test("R25, R72: the page comes with what is sold, in the money of where one is", async () => {
  const { url, sale, series: none } = await draw("/shopping?utm_source=x&plan=gold");
  expect(url).toBe("/shopping");
  expect(none).toBeUndefined();
  expect(sale).toMatchObject({ unlock: null, subscription: null, methods: [{ type: "card" }] });
  expect(sale?.plans.length).toBeGreaterThan(0);
  expect(new Set(sale?.plans.map(({ price }) => price.currency))).toEqual(new Set(["USD"]));
  const brazil = (await draw("/shopping", undefined, "pt-BR")).sale;
  expect(new Set(brazil?.plans.map(({ price }) => price.currency))).toEqual(new Set(["BRL"]));
});

test("R25: with a series it comes with that series and its price; one that is not there is passed over", async () => {
  const page = await draw(`/shopping?series=${series.id}&episode=${series.episodes[3]?.id}`);
  expect(page.url).toBe(`/shopping?series=${series.id}`);
  expect(page.sale?.unlock).toMatchObject({ seriesId: series.id, episodes: 3 });
  expect(page.series).toMatchObject({ id: series.id, unlocked: false });
  const unknown = await draw("/shopping?series=gone");
  expect(unknown).toMatchObject({ url: "/shopping?series=gone", series: undefined, sale: { unlock: null } });
  expect((await draw("/shopping?series=%3Cscript%3E")).url).toBe("/shopping");
});

test("R22: whoever unlocked the series sees it as theirs, and nobody after them does", async () => {
  const owner = await makeMember(app);
  await giveRight(app, owner.id, { scope: "series", seriesId: series.id });
  const url = `/shopping?series=${series.id}`;
  expect((await draw(url, owner)).series).toMatchObject({ unlocked: true, entitledBy: "purchase" });
  expect((await draw(url)).series).toMatchObject({ unlocked: false, entitledBy: null });
});

test("R9: the language that a page's address asks for is kept from its first answer on", async () => {
  const { headers } = await node.http.inject("/shopping?lang=de&utm_source=x");
  expect(headers["content-language"]).toBe("de");
  expect(headers["set-cookie"]).toBe("lang=dy; Path=/; Max-Age=31536000; SameSite=Lax");
  for (const url of ["/shopping", "/shopping?lang=xx"])
    expect((await node.http.inject(url)).headers["set-cookie"], url).toBeUndefined();
});
