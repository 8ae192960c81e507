import type { Episode, Image, Series, Site } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import type { Manifest } from "./app/manifest.ts";
import { createShell, type ShellInput } from "./shell.tsx";

const template = `<!doctype html>
<html lang="en"><head><!--head--></head><body><div id="app"><!--app--></div><!--state--></body></html>`;
const manifest: Manifest = {
  "index.html": { file: "assets/index.js" },
  "src/app/page-code.ts": { file: "assets/begin.js" },
  "figtree.woff2": { file: "assets/figtree.woff2" },
  "src/messages/de/core.json": { file: "assets/de.js" },
  "src/screens/watch.tsx": { file: "assets/watch.js", imports: ["index.html", "_shared.js"] },
  "src/screens/browse.tsx": { file: "assets/browse.js", imports: ["index.html"] },
  "src/app/later-screens.ts": { file: "assets/later.js", css: ["assets/full.css"] },
  "_shared.js": { file: "assets/shared.js" },
};
const shell = createShell({ template, manifest });

const site: Site = {
  name: "Cliffhanger",
  logo: null,
  colours: { accent: "#ff4f64", accentEnd: "#ff8a4c" },
  seller: { name: "", address: "", email: "" },
  languages: ["en", "es", "fr", "de", "pt"],
  facebook: false,
  mail: false,
  errors: { dsn: null, dsnMarketing: null, marketingDomain: null },
};
const poster: Image = {
  url: "/media/images/a-720.webp",
  width: 720,
  height: 1080,
  placeholder: "#123456",
  srcset: [
    { url: "/media/images/a-360.webp", width: 360 },
    { url: "/media/images/a-720.webp", width: 720 },
  ],
};
const series: Series = {
  id: "s1",
  title: `Salt & "Crown" </script><b>`,
  poster,
  tags: [{ id: "t1", name: "Romance" }],
  episodeCount: 2,
  freeEpisodeCount: 1,
  playCount: 1200,
  badge: "new",
  progress: null,
  synopsis: "Two sisters.",
  cover: poster,
  language: "en",
  favorite: false,
  unlocked: false,
  entitledBy: null,
  unlockPrice: null,
  completed: false,
  updatedAt: "2026-11-20T00:00:00.000Z",
};
const episodes: Episode[] = [1, 2].map((number) => ({
  id: `e${number}`,
  seriesId: "s1",
  number,
  title: "",
  duration: 24,
  free: number === 1,
  locked: number > 1,
  thumbnail: null,
  progress: null,
}));

function render(input: Partial<ShellInput>) {
  const base: ShellInput = { url: "/", language: "en", origin: "https://watch.example", site, queries: [] };
  return shell.render({ ...base, ...input });
}

const home = (url = "/") => {
  const result = { featured: { id: "f", title: "Featured Videos", list: [series] }, sections: [] };
  return render({ url, queries: [{ name: "GET /api/homepage", params: {}, result }] });
};

const watch = (url: string, language: ShellInput["language"] = "en") => {
  const list = { list: episodes, total: 2, page: 1, pageSize: 2, hasMore: false };
  return render({
    url,
    language,
    queries: [
      { name: "GET /api/video", params: { id: "s1" }, result: series },
      { name: "GET /api/video/episode", params: { seriesId: "s1" }, result: list },
    ],
  });
};

test("R10: the home page comes with its first series, and with that picture and the fonts on their way", () => {
  const { html, status } = home();
  expect(status).toBe(200);
  expect(html).toContain("Featured Videos");
  expect(html).toContain("Watch episode 1");
  expect(html).toMatch(
    /<link rel="preload" as="image" href="\/media\/images\/a-720.webp" imagesrcset="[^"]+ 360w, /,
  );
  expect(html).toContain(
    '<link rel="preload" as="font" type="font/woff2" href="/assets/figtree.woff2" crossorigin>',
  );
});

test("R39: home keeps the place of what somebody is in the middle of, and of nothing for everybody else", () => {
  const place = /<div aria-hidden="true" class="animate-pulse">/;
  expect(home("/?continue=1").html).toMatch(place);
  expect(home().html).not.toMatch(place);
});

test("R14, R20: the markup of a watch page shows nobody's progress or list, whoever's answers it is drawn from", () => {
  const list = episodes.map((episode) => ({ ...episode, progress: { position: 12, done: false } }));
  const personal = render({
    url: "/videos/s1?ep=1",
    queries: [
      { name: "GET /api/video", params: { id: "s1" }, result: { ...series, favorite: true } },
      { name: "GET /api/video/episode", params: { seriesId: "s1" }, result: { list } },
    ],
  });
  const appOf = (html: string) =>
    /<div id="app">(.*)<script type="application\/json" id="state">/s.exec(html)?.[1];
  expect(appOf(personal.html)).toContain("My List");
  expect(appOf(personal.html)).toBe(appOf(watch("/videos/s1?ep=1").html));
});

test("R14: a watch page names series and episode, in its title and in its address", () => {
  const { html } = watch("/videos/s1?ep=2");
  expect(html).toContain(
    "<title>Salt &amp; &quot;Crown&quot; &lt;/script&gt;&lt;b&gt; · Episode 2 · Cliffhanger</title>",
  );
  expect(html).toContain('<link rel="canonical" href="https://watch.example/videos/s1">');
  expect(html).toContain(
    '<meta property="og:image" content="https://watch.example/share/s1-2.jpg?v=mwo7pxc0">',
  );
  expect(html).toMatch(/data-files="[^"]*\/assets\/shared\.js/);
});

const list = (url: string, cards: Series[], language: ShellInput["language"] = "en") => {
  const page = { list: cards, total: cards.length, page: 1, pageSize: 24, hasMore: false };
  const tags = { list: [{ id: "t1", kind: "category", name: "Romance", seriesCount: 1 }] };
  const place = {
    [url.startsWith("/more") ? "section" : "tag"]: /[^/]+$/.exec(url.split("?")[0] ?? "")?.[0] ?? "",
  };
  const sort = new URLSearchParams(url.split("?")[1]).get("sort");
  const params = { ...place, ...(sort ? { sort } : {}), page: "1", pageSize: "24" };
  return render({
    url,
    language,
    queries: [
      { name: "GET /api/homepage/query", params, result: page },
      { name: "GET /api/tag", params: { kind: "category" }, result: tags },
    ],
  });
};

test("R12: a browse page comes with its first series under the category's own name", () => {
  const { html, status } = list("/browse/t1?sort=newest", [series]);
  expect(status).toBe(200);
  expect(html).toContain("<title>Romance · Cliffhanger</title>");
  expect(html).toMatch(/<h1[^>]*>Romance<\/h1>/);
  expect(html).toContain('href="/videos/s1"');
  expect(html).toMatch(/aria-current="page" href="\/browse\/t1\?sort=newest"/);
  expect(html).toContain("No more content");
});

test("R12: a list that the address does not name says so, with a way on, and no search engine keeps it", () => {
  const { html, status } = list("/browse/nothing", []);
  expect(status).toBe(200);
  expect(html).toMatch(/<h1[^>]*>Nothing here yet<\/h1>/);
  expect(html).toContain('href="/browse/all"');
  expect(html).not.toContain("No more content");
  expect(html).toContain('<meta name="robots" content="noindex">');
});

test("R13: the recommendations come with their first series, in the language asked for", () => {
  const { html } = list("/more/recommended", [series], "de");
  expect(html).toContain("<title>Empfohlen · Cliffhanger</title>");
  expect(html).toContain('href="/videos/s1"');
});

test("R9: the page speaks the language it is asked for, under that language's own name", () => {
  const { html } = watch("/videos/s1", "de");
  expect(html).toContain('<html lang="de">');
  expect(html).toContain("Folge 1");
  expect(html).toMatch(/data-files="[^"]*\/assets\/de\.js/);
  expect(html).not.toContain('lang="dy"');
});

test("R29: a path that leads nowhere carries 404 and the not-found screen", () => {
  for (const page of [render({ url: "/nowhere" }), render({ url: "/videos/gone", notFound: true })]) {
    expect(page.status).toBe(404);
    expect(page.html).toContain("This page does not exist");
    expect(page.html).toContain('<meta name="robots" content="noindex">');
  }
});

test("R105: the app stands in #app, its data after it, and one mark is left for one viewer's own", () => {
  const { html } = watch("/videos/s1");
  expect(html).toMatch(/<div id="app"><a href="#main"/);
  expect(html.split("<!--private-->")).toHaveLength(2);
  const state = /<script type="application\/json" id="state">([^<]*)<\/script><!--private-->/.exec(html)?.[1];
  expect(JSON.parse(state ?? "").queries[0].result.title).toBe(series.title);
});

test("the page carries no inline style and no inline script, which its policy would refuse", () => {
  for (const { html } of [
    home(),
    watch("/videos/s1"),
    watch("/videos/s1?ep=2"),
    list("/browse/t1", [series]),
    list("/browse/nothing", []),
    render({ url: "/nowhere" }),
  ]) {
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toContain("<style");
    expect(html).not.toMatch(/<script(?![^>]*(?:type="application\/(?:ld\+)?json"|src="\/))/);
    expect(html).not.toMatch(/\son[a-z]+=/);
  }
});

test("the app's code waits until what is seen stands, and comes along where somebody types", () => {
  const begin =
    '<script type="module" async fetchpriority="high" src="/assets/begin.js" data-app="/assets/index.js"';
  expect(home().html).toContain(`${begin} data-files="/assets/index.js" data-ahead="`);
  expect(home().html).not.toContain("modulepreload");
  const film = watch("/videos/s1").html;
  expect(film).toContain(`${begin} data-files="`);
  expect(film).toMatch(/ \/assets\/index\.js" data-soon>/);
  expect(film).not.toContain("modulepreload");
  const login = render({ url: "/login", queries: [] }).html;
  expect(login).toContain(`${begin} data-ahead="`);
  expect(login).toContain('<link rel="modulepreload" href="/assets/index.js"');
});

test("R14: a page names what a tap on a film or a list will need, what is imported first, and a film's page nothing", () => {
  const ahead = (html: string) => /data-ahead="([^"]*)"/.exec(html)?.[1]?.split(" ");
  expect(ahead(home().html)).toEqual([
    "/assets/shared.js",
    "/assets/watch.js",
    "/assets/later.js",
    "/assets/browse.js",
    "/assets/full.css",
  ]);
  // What the list itself came with is not named once more.
  expect(ahead(list("/browse/t1", [series]).html)).toEqual(["/assets/shared.js", "/assets/watch.js"]);
  expect(ahead(watch("/videos/s1").html)).toBeUndefined();
  expect(ahead(render({ url: "/order/easy", queries: [] }).html)).toBeUndefined();
});
