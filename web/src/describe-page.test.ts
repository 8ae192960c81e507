import type { Episode, Image, Series, Site } from "@cliffhanger/contract";
import { type Language, languages } from "@cliffhanger/contract/languages";
import { expect, test } from "vitest";
import { createShell, type ShellInput } from "./shell.tsx";

const shell = await createShell({
  template:
    '<!doctype html><html lang="en"><head><!--head--></head><body><!--app--><!--state--></body></html>',
  manifest: {
    "index.html": { file: "assets/index.js", css: ["assets/index.css"] },
    "src/service-worker/offline-retry.ts": { file: "assets/offline.js" },
  },
});
const site: Site = {
  name: "Night <Tram>",
  logo: null,
  colours: { accent: "#ff4f64", accentEnd: "#ff8a4c" },
  seller: { name: "Night Tram Films", address: "", email: "hello@night.example" },
  languages: ["en", "de"],
  facebook: false,
  mail: false,
  errors: { dsn: null, dsnMarketing: null, marketingDomain: null },
};
const picture: Image = {
  url: "/media/images/a-720.webp",
  width: 720,
  height: 1080,
  placeholder: "#123456",
  srcset: [],
};
const series: Series = {
  id: "s1",
  title: "</script><script>alert(1)</script>",
  poster: picture,
  cover: picture,
  tags: [{ id: "t1", name: "Romance" }],
  episodeCount: 80,
  freeEpisodeCount: 2,
  playCount: 1200,
  badge: null,
  nextReleaseAt: null,
  progress: null,
  synopsis: "Two sisters.",
  language: "en",
  favorite: false,
  unlocked: false,
  entitledBy: null,
  unlockPrice: null,
  completed: false,
  updatedAt: "2026-11-20T00:00:00.000Z",
  upcoming: [],
};
const episodes = Array.from({ length: 80 }, (_, at): Episode => {
  const number = at + 1;
  return {
    id: `e${number}`,
    seriesId: "s1",
    number,
    title: `Part ${number}`,
    duration: 83.6,
    free: number <= 2,
    locked: number > 2,
    thumbnail: number === 2 ? null : picture,
    publishedAt: "2026-11-01T10:00:00.000Z",
    progress: null,
  };
});

function render(url: string, queries: ShellInput["queries"] = []) {
  return shell.render({ url, language: "en", origin: "https://watch.example", site, queries }).html;
}

const watch = (url: string, list = episodes) =>
  render(url, [
    { name: "GET /api/video", params: { id: "s1" }, result: series },
    {
      name: "GET /api/video/episode",
      params: { seriesId: "s1" },
      result: { list, total: list.length, page: 1, pageSize: 80, hasMore: false },
    },
  ]);

interface Thing {
  "@type": string;
  [key: string]: unknown;
}

function thingsOf(html: string): Thing[] {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "";
  return JSON.parse(text)["@graph"];
}

const one = (html: string, type: string) => thingsOf(html).find((thing) => thing["@type"] === type);

test("R14: no title can end the data that search engines read, or begin a script", () => {
  const html = watch("/videos/s1");
  expect(html).not.toContain("<script>");
  expect(one(html, "TVSeries")).toMatchObject({ name: series.title, numberOfEpisodes: 80 });
});

test("R14: a series tells of its first fifty episodes, which of them are free, and the way to it", () => {
  const html = watch("/videos/s1");
  const listed = one(html, "TVSeries")?.["episode"] as Thing[];
  expect(listed).toHaveLength(50);
  expect(listed[1]).toMatchObject({ episodeNumber: 2, isAccessibleForFree: true });
  expect(listed[2]).toMatchObject({ episodeNumber: 3, isAccessibleForFree: false });
  const steps = one(html, "BreadcrumbList")?.["itemListElement"] as Thing[];
  expect(steps.map(({ name, item }) => [name, item])).toEqual([
    ["Night <Tram>", "https://watch.example/"],
    ["Romance", "https://watch.example/browse/t1"],
    [series.title, "https://watch.example/videos/s1"],
  ]);
});

test("R47: a free episode is a video with its length, a locked one is said to be paid for, and has none", () => {
  expect(one(watch("/videos/s1"), "TVEpisode")).toMatchObject({
    episodeNumber: 1,
    duration: "PT1M24S",
    video: { "@type": "VideoObject", uploadDate: "2026-11-01T10:00:00.000Z", duration: "PT1M24S" },
  });
  const locked = one(watch("/videos/s1?ep=3"), "TVEpisode");
  expect(locked).toMatchObject({ isAccessibleForFree: false, hasPart: { isAccessibleForFree: false } });
  expect(locked).not.toHaveProperty("video");
  // Without a picture it is no video that a search engine could show.
  expect(one(watch("/videos/s1?ep=2"), "TVEpisode")).not.toHaveProperty("video");
});

test("home says whose site it is and how it is searched", () => {
  const html = render("/", [
    {
      name: "GET /api/homepage",
      params: {},
      result: { featured: { id: "f", title: "", list: [] }, sections: [] },
    },
  ]);
  expect(one(html, "Organization")).toMatchObject({ name: "Night Tram Films", email: "hello@night.example" });
  expect(one(html, "WebSite")).toMatchObject({ name: "Night <Tram>", inLanguage: "en" });
  expect(html).toContain("https://watch.example/searchDetail/{search_term_string}");
});

test("R9: a page names its address in each language that the site offers, and no other", () => {
  const html = watch("/videos/s1?ep=2&lang=de");
  expect(html).toContain('<link rel="canonical" href="https://watch.example/videos/s1?lang=de">');
  const alternates = [...html.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, tag, href]) => [
    tag,
    href,
  ]);
  expect(alternates).toEqual([
    ["en", "https://watch.example/videos/s1?lang=en"],
    ["de", "https://watch.example/videos/s1?lang=de"],
    ["x-default", "https://watch.example/videos/s1"],
  ]);
  expect(html).toContain(
    '<meta property="og:url" content="https://watch.example/videos/s1?ep=2&amp;lang=de">',
  );
});

test("R9: the addresses of a page in its languages name each other, and each is the canonical one of its own", () => {
  const headOf = (html: string) => ({
    links: [...html.matchAll(/rel="alternate" hreflang="[^"]+" href="[^"]+"/g)].map(([link]) => link),
    canonical: /rel="canonical" href="([^"]+)"/.exec(html)?.[1],
  });
  const plain = headOf(watch("/videos/s1"));
  expect(plain.canonical).toBe("https://watch.example/videos/s1");
  expect(plain.links).toHaveLength(3);
  for (const language of ["en", "de"] as const) {
    const address = `https://watch.example/videos/s1?lang=${language}`;
    expect(headOf(watch(`/videos/s1?lang=${language}`))).toEqual({ links: plain.links, canonical: address });
    expect(plain.links).toContain(`rel="alternate" hreflang="${language}" href="${address}"`);
  }
});

test("R14: a link to an episode is shown with that episode's picture, one to the series with the series'", () => {
  const version = Date.parse(series.updatedAt).toString(36);
  const image = (html: string) => /property="og:image" content="([^"]+)"/.exec(html)?.[1];
  expect(image(watch("/videos/s1"))).toBe(`https://watch.example/share/s1.jpg?v=${version}`);
  expect(image(watch("/videos/s1?ep=2"))).toBe(`https://watch.example/share/s1-2.jpg?v=${version}`);
  expect(image(watch("/videos/s1?ep=999"))).toBe(`https://watch.example/share/s1.jpg?v=${version}`);
  expect(image(render("/search"))).toBe("https://watch.example/share.jpg");
});

test("R23: the search is for everybody to find, at one address and in each language", () => {
  const html = render("/search");
  expect(html).not.toContain('name="robots"');
  expect(html).toContain('<link rel="canonical" href="https://watch.example/search">');
  expect(html).toContain('hreflang="de" href="https://watch.example/search?lang=de"');
});

test("R24: what a search found is kept by no search engine", () => {
  for (const url of ["/searchDetail/salt", "/login", "/my"]) {
    const html = render(url);
    expect(html, url).toContain('<meta name="robots" content="noindex">');
    expect(html, url).not.toContain('rel="canonical"');
    expect(html, url).not.toContain("hreflang");
  }
});

test("R9: the page for no connection is whole in every language, under the site's own name", () => {
  for (const language of ["en", "es", "fr", "de", "pt"] as const) {
    const html = shell.offline({ language, site });
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain("Night &lt;Tram&gt;</title>");
    expect(html).toContain('<link rel="stylesheet" href="/assets/index.css">');
    expect(html).toContain('<script type="module" src="/assets/offline.js"></script>');
    expect(html, "the retry leads to the page itself").toMatch(/<a href=""/);
    expect(html).not.toMatch(/offline\.(?:title|text|retry)/);
    expect(html).not.toMatch(/\sstyle=|<style/);
  }
});

test("R9: pages in different languages rendered in turn each show their own messages", () => {
  const skip = {
    en: "Skip to content",
    es: "Ir al contenido",
    fr: "Aller au contenu",
    de: "Zum Inhalt",
    pt: "Ir para o conteúdo",
  };
  const page = (language: Language) =>
    shell.render({ url: "/search", language, origin: "https://watch.example", site, queries: [] }).html;
  const alone = new Map(languages.map((language) => [language, page(language)]));
  for (const language of [...languages, ...languages.toReversed()]) {
    const html = page(language);
    expect(html).toBe(alone.get(language));
    for (const [other, text] of Object.entries(skip)) expect(html.includes(text)).toBe(other === language);
  }
});
