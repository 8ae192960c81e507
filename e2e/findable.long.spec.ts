import { expect, featuredSeries, test } from "./journey.ts";

/** An entry of the page's structured data. */
interface Thing {
  "@type": string;
  [key: string]: unknown;
}

test("R14: the page's data for search engines and social networks passes the content security policy", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const read = async (path: string): Promise<Thing[]> => {
    await page.goto(path);
    const text = await page.locator('script[type="application/ld+json"]').textContent();
    return JSON.parse(text ?? "")["@graph"];
  };
  const home = await read("/");
  expect(home.map((thing) => thing["@type"])).toEqual(["Organization", "WebSite"]);
  const free = await read(`/videos/${series.id}?ep=1`);
  const episode = (list: Thing[]) => list.find((thing) => thing["@type"] === "TVEpisode");
  expect(free[0]).toMatchObject({ "@type": "TVSeries", name: series.title, numberOfEpisodes: 8 });
  expect(episode(free)).toMatchObject({
    episodeNumber: 1,
    isAccessibleForFree: true,
    video: { "@type": "VideoObject", duration: expect.stringMatching(/^PT\d+S$/) },
  });
  expect(JSON.stringify(free), "no media address").not.toContain("/media/v/");
  const locked = episode(await read(`/videos/${series.id}?ep=${series.freeEpisodeCount + 1}`));
  expect(locked).toMatchObject({ isAccessibleForFree: false, hasPart: { isAccessibleForFree: false } });
  expect(locked).not.toHaveProperty("video");
  expect(locked?.["hasPart"]).toMatchObject({ cssSelector: "#main" });
  await expect(page.locator("#main"), "the locked episodes are on the page").toHaveCount(1);
});

test("the sitemap is valid, and every address in it opens", async ({ page, origin }) => {
  await page.goto("/");
  const locations = (path: string) =>
    page.evaluate(async (url) => {
      const text = await (await fetch(url)).text();
      const xml = new DOMParser().parseFromString(text, "application/xml");
      if (xml.querySelector("parsererror")) throw new Error(`${url} is no XML`);
      return [...xml.querySelectorAll("loc")]
        .filter((loc) => loc.namespaceURI === "http://www.sitemaps.org/schemas/sitemap/0.9")
        .map((loc) => loc.textContent ?? "");
    }, path);
  const robots = await (await fetch(`${origin}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const parts = await locations("/sitemap.xml");
  expect(parts).toEqual([`${origin}/sitemaps/pages.xml`, `${origin}/sitemaps/series-1.xml`]);
  const addresses = (await Promise.all(parts.map(locations))).flat();
  expect(addresses.length).toBeGreaterThan(8);
  for (const address of addresses) {
    const answer = await fetch(address);
    expect(answer.status, address).toBe(200);
    expect(await answer.text(), address).not.toContain('content="noindex"');
  }
});
