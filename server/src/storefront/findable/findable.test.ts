import { mkdir, stat } from "node:fs/promises";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSystem } from "#platform/db/audit";
import { notify } from "#platform/db/listen";
import { siteChanged } from "#site";
import { type TestApp, testApp } from "#test/app";
import { anImage, type MadeSeries, makeSeries } from "#test/factories";
import { pathIn } from "#test/path-in";

const host = { host: "watch.example" };

let app: TestApp;
let series: MadeSeries;
beforeAll(async () => {
  app = await testApp({ PUBLIC_ORIGIN: "https://watch.example" });
  series = await makeSeries(app, { tags: [{ kind: "category", name: { en: "Romance" } }] });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers: { ...host, ...headers } });

const makeArt = async () => {
  await mkdir(pathIn(app.store, "images/x").replace(/x$/, ""), { recursive: true });
  const file = anImage.url.slice(anImage.url.lastIndexOf("/") + 1);
  await sharp({ create: { width: 360, height: 540, channels: 3, background: "#a03050" } })
    .webp()
    .toFile(pathIn(app.store, `images/${file}`));
};

test("robots.txt allows public pages, disallows per-user pages, and names the sitemap at the public origin", async () => {
  const { body, headers } = await get("/robots.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toContain("User-agent: *\nAllow: /\n");
  for (const path of ["/api/", "/my", "/login", "/order/", "/searchDetail/"])
    expect(body).toContain(`\nDisallow: ${path}\n`);
  expect(body).not.toMatch(/Disallow: \/(videos|browse|more|share|search|shopping)?\n/);
  expect(body).toMatch(/\nSitemap: https:\/\/watch\.example\/sitemap\.xml\n$/);
});

test("the sitemap lists each visible series with its picture, date and languages, and no hidden one", async () => {
  const hidden = await makeSeries(app, { episodes: 0 });
  const index = await get("/sitemap.xml");
  expect(index.headers["content-type"]).toBe("application/xml; charset=utf-8");
  expect(index.body).toContain("<loc>https://watch.example/sitemaps/series-1.xml</loc>");
  const { body } = await get("/sitemaps/series-1.xml");
  const address = `https://watch.example/videos/${series.id}`;
  expect(body).toContain(`<url><loc>${address}</loc><lastmod>2026-11-20T12:00:00.000Z</lastmod>`);
  expect(body).toContain(`<image:loc>https://watch.example${anImage.url}</image:loc>`);
  for (const language of ["en", "es", "fr", "de", "pt"])
    expect(body).toContain(`hreflang="${language}" href="${address}?lang=${language}"/>`);
  expect(body).toContain(`hreflang="x-default" href="${address}"/>`);
  expect(body).not.toContain(hidden.id);
  const pages = (await get("/sitemaps/pages.xml")).body;
  for (const path of ["/", "/browse/all", "/browse/romance", "/privacyPolicy"])
    expect(pages).toContain(`<loc>https://watch.example${path}</loc>`);
});

test("a missing part of the sitemap is 404, and an unchanged one is not sent again", async () => {
  for (const part of ["series-2.xml", "series-0.xml", "series-x.xml", "series-99999.xml", "..%2fpages.xml"])
    expect((await get(`/sitemaps/${part}`)).statusCode, part).not.toBe(200);
  const { headers } = await get("/sitemaps/series-1.xml");
  const again = await get("/sitemaps/series-1.xml", { "if-none-match": String(headers["etag"]) });
  expect(again.statusCode).toBe(304);
  const { id } = await makeSeries(app, { title: { en: "Another" } });
  await expect.poll(async () => (await get("/sitemaps/series-1.xml")).body).toContain(id);
});

test("a language that the site does not offer has no URL", async () => {
  await asSystem(app.database.db, "restore", (trx) =>
    sql`insert into site_setting (key, value, updated_at) values ('languages', '"en,de"', now())`.execute(
      trx,
    ),
  );
  await notify(app.database.db, siteChanged, "languages");
  await expect.poll(async () => (await get("/sitemaps/pages.xml")).body).not.toContain('hreflang="fr"');
  expect((await get("/sitemaps/pages.xml")).body).toContain('hreflang="de"');
});

test("R14: a series without art has no picture to share, and no incomplete file remains", async () => {
  for (const path of [
    `/share/${series.id}.jpg`,
    "/share.jpg",
    "/share/unknown.jpg",
    `/share/${series.id}-99.jpg`,
  ])
    expect((await get(path)).statusCode, path).not.toBe(200);
  expect(await app.store.names("made")).toEqual([]);
});

test("R14: a series, an episode of it and the site each have a picture to share, made once and shown anywhere", async () => {
  await makeArt();
  for (const path of [`/share/${series.id}.jpg?v=1`, `/share/${series.id}-2.jpg`, "/share.jpg"]) {
    const { statusCode, headers, rawPayload } = await get(path);
    expect(statusCode, path).toBe(200);
    expect(headers["content-type"]).toBe("image/jpeg");
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: "jpeg" });
  }
  const files = async () => {
    const names = (await app.store.names("made")).toSorted();
    return Promise.all(names.map(async (name) => (await stat(pathIn(app.store, `made/${name}`))).ino));
  };
  const before = await files();
  const { headers } = await get(`/share/${series.id}.jpg?v=2`);
  expect(await files(), "nothing is drawn again").toEqual(before);
  const again = await get(`/share/${series.id}.jpg`, { "if-none-match": String(headers["etag"]) });
  expect(again.statusCode).toBe(304);
});
