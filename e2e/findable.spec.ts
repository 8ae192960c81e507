import { expect, featuredSeries, test } from "./journey.ts";

/** The page's data for search engines, as one list. */
interface Thing {
  "@type": string;
  [key: string]: unknown;
}

test("R14: what a page tells search engines and social networks is data that no policy refuses", async ({
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
  expect(JSON.stringify(free), "no address of a film").not.toContain("/media/v/");
  const locked = episode(await read(`/videos/${series.id}?ep=${series.freeEpisodeCount + 1}`));
  expect(locked).toMatchObject({ isAccessibleForFree: false, hasPart: { isAccessibleForFree: false } });
  expect(locked).not.toHaveProperty("video");
  expect(locked?.["hasPart"]).toMatchObject({ cssSelector: "#main" });
  await expect(page.locator("#main"), "what is locked is on the page").toHaveCount(1);
});

test("R9: each language of a page has an address of its own, and they name each other", async ({
  page,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  const head = async (path: string) => {
    await page.goto(path);
    const links = await page
      .locator('link[rel="alternate"][hreflang]')
      .evaluateAll((all) => all.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]));
    return { links, canonical: await page.locator('link[rel="canonical"]').getAttribute("href") };
  };
  const plain = await head(`/videos/${id}`);
  const address = `${origin}/videos/${id}`;
  const expected = ["en", "es", "fr", "de", "pt"].map((tag) => [tag, `${address}?lang=${tag}`]);
  expect(plain).toEqual({ links: [...expected, ["x-default", address]], canonical: address });
  for (const [tag, href] of expected) {
    const own = await head(String(href));
    expect(own).toEqual({ links: plain.links, canonical: href });
    await expect(page.locator("html")).toHaveAttribute("lang", String(tag));
  }
});

test("R14: the picture that is shared with a link is there, in the size that networks show whole", async ({
  page,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  for (const path of ["/", `/videos/${id}`, `/videos/${id}?ep=2`, "/browse/all"]) {
    await page.goto(path);
    const url = (await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "";
    expect(url.startsWith(`${origin}/share`), url).toBe(true);
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, url);
    expect(size, url).toEqual([1200, 630]);
  }
});

test("the sitemap is sound, and every address in it opens", async ({ page, origin }) => {
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
