import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { type TestPages, testPages } from "#test/pages";
import type { Shell } from "../src/app.ts";

let rendered: string[] = [];
/** Records what is rendered instead of rendering the screens. */
const shell: Shell = {
  offline: () => "",
  description: () => "",
  render({ url, notFound }) {
    rendered.push(url);
    return { html: `<title>${url}${notFound ? " not found" : ""}</title>`, status: 200, viewerStateAt: 0 };
  },
};

let pages: TestPages;
beforeAll(async () => {
  pages = await testPages(shell);
  await makeSeries(pages.app, { tags: [{ kind: "category", name: { en: "Romance" } }], episodes: 1 });
});
afterAll(() => pages.close());

const open = (url: string, headers: Record<string, string> = {}) => pages.node.http.inject({ url, headers });

test.each(["browse", "more", "videos"])(
  "R1: /%s/ with an unknown id is 404, served from one page that was rendered once",
  async (name) => {
    await open("/nowhere");
    rendered = [];
    for (const id of ["unknown", "x".repeat(32), "x".repeat(200), "a-b_c", "%20", "ALL"]) {
      const answer = await open(`/${name}/${id}`);
      expect([id, answer.statusCode]).toEqual([id, 404]);
      expect(answer.body).toContain("not found");
    }
    expect((await open(`/${name}/unknown?sort=popular&utm_source=x`)).statusCode).toBe(404);
    expect(rendered).toEqual([]);
  },
);

test("R12, R13: existing lists open, including reserved ones", async () => {
  for (const path of ["/browse/romance", "/browse/all", "/more/recommended", "/more/top"])
    expect([path, (await open(path)).statusCode]).toEqual([path, 200]);
});

test("every address of the sitemap opens", async () => {
  const locations = async (url: string) =>
    [...(await open(url)).body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = ""]) => new URL(loc).pathname);
  const addresses = (await Promise.all((await locations("/sitemap.xml")).map(locations))).flat();
  expect(addresses).toEqual(
    expect.arrayContaining(["/", "/browse/romance", expect.stringMatching(/^\/videos\//)]),
  );
  for (const address of addresses)
    expect([address, (await open(address)).statusCode]).toEqual([address, 200]);
});

test("T06: an address that names a language never sets a cookie on a shared page", async () => {
  for (const url of ["/?lang=de", "/browse/romance?lang=fr", "/nowhere?lang=es", "/?lang=dy"]) {
    for (const cookie of ["", "lang=en", "lang=dy"]) {
      const { headers } = await open(url, cookie ? { cookie } : {});
      const cached = String(headers["cache-control"]);
      expect([url, cookie, headers["set-cookie"] !== undefined && /public|s-maxage/.test(cached)]).toEqual([
        url,
        cookie,
        false,
      ]);
      expect(cached).not.toBe("undefined");
    }
  }
  const first = await open("/?lang=de");
  expect(first.headers["set-cookie"]).toContain("lang=dy");
  // A visitor who already has the cookie gets the shared page.
  const again = await open("/?lang=de", { cookie: "lang=dy" });
  expect(again.headers["set-cookie"]).toBeUndefined();
  expect(again.headers["cache-control"]).toContain("public");
  expect(again.body).toBe(first.body);
});
