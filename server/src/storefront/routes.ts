import {
  appLanguageOf,
  type Call,
  type Language,
  negotiateLanguage,
  type PlayableEpisode,
  parseLanguage,
  type SeriesPage,
} from "@cliffhanger/contract";
import { themeAddress } from "@cliffhanger/contract/theme";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SearchCounter } from "#catalogue";
import {
  cachedResponseOf,
  chooseEncoding,
  encodeBody,
  encodedResponse,
  type ResponseCache,
  whenMade,
} from "#platform/http/cached-response";
import { documentOfCall, handleCall, sendDocument } from "#platform/http/call";
import type { Origin } from "#platform/http/caller";
import { signInRequired } from "#platform/http/errors";
import { describeApi } from "#platform/http/openapi";
import { type Http, pathOf } from "#platform/http/server";
import { type Abilities, type InformationPages, readSite, themeOf } from "#site";
import { type ListContext, normaliseQuery, readSeriesPage, readTags } from "./lists.ts";
import { type OpeningRequest, openSeries, playFirst } from "./opening.ts";
import type { PageContext } from "./pages/page.ts";
import { personalise } from "./pages/personalise.ts";
import { renderPage } from "./pages/render.ts";
import {
  cachedEpisodes,
  cachedSeries,
  episodesOfCaller,
  type PersonalContext,
  seriesOfCaller,
} from "./personal.ts";
import { cachedConfig } from "./public-config.ts";
import { readHomepage, readPlayableEpisode } from "./read.ts";
import { type RecogniseContext, recognise } from "./recognise/recognise.ts";
import type { Shell } from "./shell.ts";
import { readTrending } from "./trending.ts";
import { askUnlocked, mayListUnlocked, readUnlocked } from "./unlocked.ts";
import { viewerOf } from "./viewer.ts";

/** A day: an update may write the same colours differently. */
const THEME_SECONDS = 86_400;

/** The version of the API in its descriptions. */
export const API_VERSION = "0.1.0";

/** What the storefront's routes need. */
export interface StorefrontOptions extends PersonalContext, ListContext, RecogniseContext {
  /** A separate cache, so that unusual keywords do not evict popular responses. */
  searches: ResponseCache;
  publicOrigin: string | null;
  abilities: Abilities;
  /** The script of the card form, which runs on its page only; null if no cards are accepted. */
  cardScriptUrl: string | null;
  /** Null if the viewers' app was not built. */
  shell: Shell | null;
  searchCounter: SearchCounter;
  /** The calls of this installation, for its API description. */
  calls: Readonly<Record<string, Call>>;
}

/** Registers the calls for browsing and watching. */
export function registerStorefront(http: Http, options: StorefrontOptions): void {
  const { db, responses } = options;
  handleCall(http, "GET /api/config", {
    access: "anyone",
    handle: () => cachedConfig(options),
  });
  handleCall(http, "GET /api/homepage", {
    access: "anyone",
    handle: ({ language }) =>
      responses.get(`homepage ${language}`, async () =>
        documentOfCall("GET /api/homepage", { info: await readHomepage(options, language) }),
      ),
  });
  handleCall(http, "GET /api/homepage/query", {
    access: "anyone",
    handle(input) {
      const { query, language } = input;
      const wanted = normaliseQuery(query);
      const { source, name, sort, page, pageSize } = wanted;
      const store = source === "keyword" ? options.searches : responses;
      const found = store.getOnDemand(
        ["query", source, language, sort, page, pageSize, name].join(" "),
        async () => {
          const { json, total } = await readSeriesPage(options, wanted, language);
          const response = cachedResponseOf(
            `{"code":200,"message":"","data":${json}}`,
            "application/json; charset=utf-8",
          );
          return { ...response, isCounted: source === "keyword" && total > 0 };
        },
      );
      const { intent, keyword } = query;
      if (intent !== "results" || keyword === undefined || page > 1) return found;
      return whenMade(found, (response) => {
        if (response.isCounted) options.searchCounter.note(keyword, language, input.origin.address);
        return response;
      });
    },
  });
  handleCall(http, "GET /api/search/trending", {
    access: "anyone",
    handle: ({ language }) =>
      responses.get(`trending ${language}`, async () =>
        documentOfCall("GET /api/search/trending", { data: await readTrending(options, language) }),
      ),
  });
  handleCall(http, "GET /api/tag", {
    access: "anyone",
    handle: ({ query, language }) =>
      responses.get(`tags ${query.kind ?? ""} ${language}`, async () =>
        documentOfCall("GET /api/tag", { data: await readTags(options, query.kind, language) }),
      ),
  });
  handleCall(http, "GET /api/video", {
    access: "recognised",
    identifies: true,
    handle({ query, language, origin, bringsSession }) {
      if ("scope" in query) return readOwnUnlocked(http, options, { query, language, origin });
      const { id } = query;
      return whenMade(options.pricing.localeOf(language, origin.region), (priceLocale) => {
        if (!bringsSession) return cachedSeries(options, { id, kept: false }, priceLocale);
        return seriesOfCaller(options, { id, recognised: recognise(options, origin, id) }, priceLocale);
      });
    },
  });
  handleCall(http, "GET /api/video/episode", {
    access: "recognised",
    identifies: true,
    handle({ query, language, origin, bringsSession }) {
      if ("id" in query) return readEpisode(http, options, { id: query.id, language, origin });
      const { seriesId, play } = query;
      const recognised = bringsSession ? recognise(options, origin, seriesId) : null;
      if (play !== undefined) {
        const number = play === "resume" ? null : Number(play);
        return readOpening(options, { seriesId, number, recognised, language }, origin.region);
      }
      if (recognised) return episodesOfCaller(options, { seriesId, recognised }, language);
      return cachedEpisodes(options, { seriesId, kept: false }, language);
    },
  });
  handleCall(http, "POST /api/video/unlock", {
    access: "recognised",
    async handle({ body, language, caller, origin }) {
      const priceLocale = await options.pricing.localeOf(language, origin.region);
      return { info: await askUnlocked(options, body.seriesId, caller?.id ?? null, priceLocale) };
    },
  });
  http.get("/api/openapi.json", { config: { access: "anyone" } }, async (request, reply) => {
    const described = await responses.get("openapi", async () =>
      cachedResponseOf(
        JSON.stringify(describeApi(API_VERSION, options.calls)),
        "application/json; charset=utf-8",
      ),
    );
    await sendDocument(request, reply, described, { vary: "Accept-Encoding" });
    return reply;
  });
  http.get("/theme.css", { config: { access: "anyone" } }, async (request, reply) => {
    const { site } = (await cachedConfig(options)).source;
    const theme = await responses.get("theme", async () =>
      cachedResponseOf(themeOf(await readSite(db)), "text/css; charset=utf-8"),
    );
    // A page that was cached before the colours changed asks for the old ones, and must not keep the new ones for them.
    const keptSeconds = request.url === themeAddress(site.colours) ? THEME_SECONDS : 0;
    await sendDocument(request, reply, theme, { vary: "Accept-Encoding", keptSeconds });
    return reply;
  });
}

/** Answers with the series that the caller unlocked. Refuses with 401 who has no such list. */
async function readOwnUnlocked(
  http: Http,
  options: StorefrontOptions,
  {
    query,
    language,
    origin,
  }: { query: { page: number; pageSize: number }; language: Language; origin: Origin },
): Promise<{ data: SeriesPage }> {
  const caller = await http.identify(origin);
  if (!caller || !(await mayListUnlocked(options, caller))) throw signInRequired();
  return { data: await readUnlocked(options, caller.id, query, language) };
}

/** Answers with one episode to play. */
async function readEpisode(
  http: Http,
  options: StorefrontOptions,
  { id, language, origin }: { id: string; language: Language; origin: Origin },
): Promise<{ info: PlayableEpisode }> {
  const caller = await http.identify(origin);
  const viewer = caller && viewerOf(options, caller.id);
  const priceLocale = await options.pricing.localeOf(language, origin.region);
  return { info: await readPlayableEpisode(options, id, priceLocale, viewer) };
}

/** Answers with the episodes of a series and what plays first of it. */
async function readOpening(options: StorefrontOptions, request: OpeningRequest, region: string | null) {
  const [priceLocale, opening] = await Promise.all([
    options.pricing.localeOf(request.language, region),
    openSeries(options, request),
  ]);
  return { data: { ...opening.page, playing: await playFirst(options, opening, priceLocale) } };
}

/** Answers every path that is neither API nor file with the app's page (R1). */
export function pageHandler(
  options: StorefrontOptions & { pages: ResponseCache; information: InformationPages },
) {
  const { shell } = options;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!shell)
      return reply
        .code(503)
        .type("text/plain; charset=utf-8")
        .send("The viewers' app is not built here. Run: npm run build\n");
    const at = request.url.indexOf("?");
    const query = new URLSearchParams(at < 0 ? "" : request.url.slice(at));
    // Handles a search form that was submitted before the app had loaded.
    const keyword = query.get("keyword")?.trim();
    if (keyword && pathOf(request) === "/search")
      return reply.redirect(`/searchDetail/${encodeURIComponent(keyword)}`);
    // The app keeps this cookie while there is something to continue; the URL must not set it.
    if (/(?:^|;\s*)continue=1/.test(request.headers.cookie ?? "")) query.set("continue", "1");
    else query.delete("continue");
    const language = pageLanguage(request, query);
    const { region, secure } = request.server.originOf(request);
    // Saves the language like the running app would, so that later pages use it even if the app has not loaded yet.
    const remembers = parseLanguage(query.get("lang")) !== null && savedLanguage(request) !== language;
    if (remembers) reply.header("set-cookie", languageCookie(language, secure));
    const { currency } = await options.pricing.localeOf(language, region);
    const context: PageContext = { ...options, shell, region, currency };
    const origin = options.publicOrigin ?? `${request.protocol}://${request.headers.host ?? ""}`;
    context.searched = (keyword) =>
      options.searchCounter.note(keyword, language, request.server.originOf(request).address);
    context.caller = async () => request.server.identify(request.server.originOf(request));
    context.recognise = (seriesId) => recognise(options, request.server.originOf(request), seriesId);
    const page = await renderPage(context, pathOf(request), query, { language, origin });
    reply
      .code(page.status)
      .headers(page.headers ?? (await cachedConfig(options)).pageHeaders)
      .header("content-language", language);
    // A response with a cookie belongs to one browser and must not be cached.
    if (!page.personal && !page.headers && page.status === 200 && !remembers) {
      await sendDocument(request, reply, page.document, { vary: "Accept-Language, Cookie, Accept-Encoding" });
      return reply;
    }
    const body = page.personal ? personalise(page.document, page.personal) : page.document.body;
    reply.header("cache-control", "private, no-store").type(page.document.type);
    const encoding = chooseEncoding(request.headers["accept-encoding"], body.length);
    if (!encoding) return reply.send(body);
    reply.header("content-encoding", encoding);
    // The 404 page is compressed once, however many ids are requested.
    const isCached = !page.personal && !page.headers;
    return reply.send(
      await (isCached ? encodedResponse(page.document, encoding) : encodeBody(body, encoding, 4)),
    );
  };
}

function languageCookie(language: Language, secure: boolean): string {
  const rest = `Path=/; Max-Age=31536000; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `lang=${appLanguageOf(language)}; ${rest}`;
}

/** Returns the language saved in the browser's cookie. */
function savedLanguage(request: FastifyRequest): Language | null {
  return parseLanguage(/(?:^|;\s*)lang=([A-Za-z_-]{2,10})/.exec(request.headers.cookie ?? "")?.[1]);
}

/** Returns the page's language in the order of R9: `?lang`, the saved choice in the cookie, the browser's, English. */
function pageLanguage(request: FastifyRequest, query: URLSearchParams): Language {
  return (
    parseLanguage(query.get("lang")) ??
    savedLanguage(request) ??
    negotiateLanguage(request.headers["accept-language"]) ??
    "en"
  );
}
