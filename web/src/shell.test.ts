import { type Episode, Homepage, type Image, type Series, type Site } from "@cliffhanger/contract";
import type { BootPlan } from "@cliffhanger/contract/page-state";
import { pageSchemas } from "@cliffhanger/contract/page-state-schema";
import { matchScreen, type ScreenName } from "@cliffhanger/contract/screens";
import { expect, test } from "vitest";
import { readSources } from "../build/module-graph.ts";
import type { Manifest } from "./loader/server/manifest.ts";
import { createShell, type ShellInput } from "./shell.tsx";

const template = `<!doctype html>
<html lang="en"><head><!--head--></head><body><div id="app"><!--app--></div><!--state--></body></html>`;
const manifest: Manifest = {
  "index.html": { file: "assets/index.js" },
  "src/loader/client/boot.ts": { file: "assets/boot.js" },
  "figtree.woff2": { file: "assets/figtree.woff2" },
  "src/messages/de/core.json": { file: "assets/de.js" },
  "src/screens/watch.tsx": { file: "assets/watch.js", imports: ["index.html", "_shared.js"] },
  "src/screens/browse.tsx": { file: "assets/browse.js", imports: ["index.html"] },
  "src/loader/client/full-styles.ts": { file: "assets/full.js", css: ["assets/full.css"] },
  "src/features/playback/hls-engine.ts": { file: "assets/engine.js", imports: ["_hls.js", "_shared.js"] },
  "_shared.js": { file: "assets/shared.js" },
  "_hls.js": { file: "assets/hls.js" },
};
const shell = await createShell({ template, manifest });

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
  nextReleaseAt: null,
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
  upcoming: [],
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

const appOf = (html: string) =>
  /<div id="app">(.*)<script type="application\/json" id="page-state">/s.exec(html)?.[1];

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

test.each(Homepage.shape.sections.element.shape.kind.options)(
  "R11: home renders the series of a section of the kind %s",
  (kind) => {
    const sections = [{ id: "s", title: "A section", kind, list: [{ ...series, id: "s2", title: "Foxes" }] }];
    const result = { featured: { id: "f", title: "", list: [series] }, sections };
    const { html } = render({ queries: [{ name: "GET /api/homepage", params: {}, result }] });
    expect(appOf(html)).toMatch(/A section.*<a href="\/videos\/s2"[^>]*>.*Foxes/s);
  },
);

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
  expect(appOf(personal.html)).toContain("My List");
  expect(appOf(personal.html)).toBe(appOf(watch("/videos/s1?ep=1").html));
});

test("R14: where an episode is missing, the last one is not numbered beyond the last", () => {
  const list = episodes.map((episode) => ({ ...episode, number: episode.number * 2 - 1 }));
  const { html } = render({
    url: "/videos/s1?ep=3",
    queries: [
      { name: "GET /api/video", params: { id: "s1" }, result: series },
      { name: "GET /api/video/episode", params: { seriesId: "s1" }, result: { list } },
    ],
  });
  expect(appOf(html)?.replaceAll(/<[^>]*>/g, "")).toContain("Episode 3 of 3");
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
  expect(planOf(html).chunks).toContain("/assets/shared.js");
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
  expect(planOf(html).chunks).toContain("/assets/de.js");
  expect(html).not.toContain('lang="dy"');
});

test("R29: a path that leads nowhere carries 404 and the not-found screen", () => {
  for (const page of [render({ url: "/nowhere" }), render({ url: "/videos/gone", notFound: true })]) {
    expect(page.status).toBe(404);
    expect(page.html).toContain("This page does not exist");
    expect(page.html).toContain('<meta name="robots" content="noindex">');
  }
});

test("R105: the app is in #app, its data after it, and one viewer's own state goes before the end of the body", () => {
  const { html, viewerStateAt } = watch("/videos/s1");
  expect(html).toMatch(/<div id="app"><a href="#main"/);
  const state = /<script type="application\/json" id="page-state">([^<]*)<\/script><\/body>/.exec(html)?.[1];
  expect(JSON.parse(state ?? "").queries[0].result.title).toBe(series.title);
  expect(html.slice(viewerStateAt)).toBe("</body></html>");
});

test("H12: a text that looks like the end of the body does not move the place of the viewer's state", () => {
  const title = "</body><!--state--></html>";
  const { html, viewerStateAt } = render({
    url: "/videos/s1",
    queries: [{ name: "GET /api/video", params: { id: "s1" }, result: { ...series, title } }],
  });
  expect(html.slice(viewerStateAt)).toBe("</body></html>");
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

const planOf = (html: string): BootPlan =>
  JSON.parse(/<script type="application\/json" id="boot-plan">([^<]*)<\/script>/.exec(html)?.[1] ?? "");

test("the app's code waits for the first paint, and loads with the page where visitors type", () => {
  const boot = '<script type="module" async fetchpriority="high" src="/assets/boot.js"></script>';
  expect(home().html).toContain(boot);
  expect(planOf(home().html)).toMatchObject({
    build: "/assets/index.js",
    code: "after-paint",
    chunks: ["/assets/index.js"],
  });
  expect(home().html).not.toContain("modulepreload");
  const { html } = watch("/videos/s1");
  const plan = planOf(html);
  expect(plan.code).toBe("auto");
  // The app starts before the player's engine is there: a phone's connection takes half a second for it.
  expect(plan.chunks.slice(-3)).toEqual(["/assets/index.js", "/assets/hls.js", "/assets/engine.js"]);
  expect(html).not.toContain("modulepreload");
  const login = render({ url: "/login", queries: [] }).html;
  expect(planOf(login)).toMatchObject({ code: "eager", chunks: ["/assets/index.js"] });
  expect(login).toContain('<link rel="modulepreload" href="/assets/index.js"');
});

test("R14: a page names what a tap on an episode or a list needs, imports first, and a watch page nothing", () => {
  expect(planOf(home().html).prefetch).toEqual({
    scripts: [
      "/assets/shared.js",
      "/assets/watch.js",
      "/assets/full.js",
      "/assets/hls.js",
      "/assets/engine.js",
      "/assets/browse.js",
    ],
    styles: ["/assets/full.css"],
  });
  // What the list itself loads is not named again.
  expect(planOf(list("/browse/t1", [series]).html).prefetch).toEqual({
    scripts: ["/assets/shared.js", "/assets/watch.js", "/assets/hls.js", "/assets/engine.js"],
    styles: [],
  });
  for (const html of [watch("/videos/s1").html, render({ url: "/order/easy", queries: [] }).html])
    expect(planOf(html).prefetch).toEqual({ scripts: [], styles: [] });
});

// An address of each screen.
const addresses: Record<ScreenName, string> = {
  home: "/",
  watch: "/videos/s1",
  browse: "/browse/t1",
  more: "/more/recommended",
  my: "/my",
  login: "/login",
  register: "/register",
  retrievePassword: "/retrievePassword",
  claim: "/claim",
  favorites: "/favorites",
  historys: "/historys",
  individual: "/individual",
  search: "/search",
  results: "/searchDetail/salt",
  info: "/privacyPolicy",
  contactUs: "/contactUs",
  shopping: "/shopping",
  unlocked: "/unlocked",
  orderResult: "/order/result",
  orderEasy: "/order/easy",
  withdraw: "/withdraw",
  notFound: "/nowhere",
};

test.each(Object.entries(addresses))("H12: the state in the page of %s passes its schema", (name, url) => {
  expect(matchScreen(url).name).toBe(name);
  const { html } = name === "watch" ? watch(url) : name === "home" ? home() : render({ url });
  const elements = [...html.matchAll(/<script type="application\/json" id="([^"]+)">([^<]*)<\/script>/g)];
  expect(elements.map(([, id]) => id)).toEqual(["boot-plan", "page-state"]);
  for (const [, id, json] of elements)
    pageSchemas[id as keyof typeof pageSchemas].parse(JSON.parse(json ?? ""));
});

test("H12: no data attribute and no property of the window carries state of the loader", () => {
  for (const url of Object.values(addresses))
    expect(render({ url }).html, url).not.toMatch(/<(?:script|link|meta|html|body)[^>]*\sdata-/);
  const sources = readSources(import.meta.dirname);
  const loading = [...sources].filter(([path]) => /^(?:loader|app|service-worker)\/|^main\.tsx$/.test(path));
  expect(loading.length).toBeGreaterThan(30);
  for (const [path, text] of loading)
    expect(text, path).not.toMatch(
      /\bdataset\b|\binterface Window\b|\bwindow(?:\.\w+|\[[^\]]+\])\s*=[^=]|globalThis/,
    );
});
