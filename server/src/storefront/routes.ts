import { type Language, negotiateLanguage, parseLanguage } from "@cliffhanger/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answer, documentOfCall, sendDocument } from "#platform/http/call";
import { chooseEncoding, type Documents, documentOf, encodeBody } from "#platform/http/document";
import { pageHeaders } from "#platform/http/headers";
import { describeApi } from "#platform/http/openapi";
import { type Http, pathOf } from "#platform/http/server";
import type { PlaybackContext } from "#playback";
import { readPublicConfig, themeOf } from "#site";
import { type ListContext, normaliseQuery, readSeriesPage, readTags } from "./lists.ts";
import { type PageContext, personalise, renderPage } from "./pages.ts";
import { readEpisodes, readHomepage, readPlayableEpisode, readSeries } from "./read.ts";
import type { Shell } from "./shell.ts";

/** The contract's: raised when something is added to it. */
const API_VERSION = "0.1.0";

/** What the storefront's routes need. */
export interface StorefrontOptions extends PlaybackContext, ListContext {
  documents: Documents;
  /** Apart from the others, so that strange keywords never push out what everybody asks for. */
  searches: Documents;
  publicOrigin: string | null;
  /** Null where the viewers' app was not built. */
  shell: Shell | null;
}

/** Registers the calls that browsing and watching make. */
export function registerStorefront(http: Http, options: StorefrontOptions): void {
  const { db, documents } = options;
  answer(http, "GET /api/config", {
    access: "anyone",
    handle: () =>
      documents.get("config", async () =>
        documentOfCall("GET /api/config", { data: await readPublicConfig(db) }),
      ),
  });
  answer(http, "GET /api/homepage", {
    access: "anyone",
    handle: ({ language }) =>
      documents.get(`homepage ${language}`, async () =>
        documentOfCall("GET /api/homepage", { info: await readHomepage(options, language) }),
      ),
  });
  answer(http, "GET /api/homepage/query", {
    access: "anyone",
    handle: ({ query, language }) => {
      const wanted = normaliseQuery(query);
      const { source, name, sort, page, pageSize } = wanted;
      const store = source === "keyword" ? options.searches : documents;
      return store.get(["query", source, language, sort, page, pageSize, name].join(" "), async () =>
        documentOfCall("GET /api/homepage/query", {
          data: await readSeriesPage(options, wanted, language),
        }),
      );
    },
  });
  answer(http, "GET /api/tag", {
    access: "anyone",
    handle: ({ query, language }) =>
      documents.get(`tags ${query.kind ?? ""} ${language}`, async () =>
        documentOfCall("GET /api/tag", { data: await readTags(options, query.kind, language) }),
      ),
  });
  answer(http, "GET /api/video", {
    access: "anyone",
    handle: ({ query, language }) =>
      documents.get(`series ${query.id} ${language}`, async () =>
        documentOfCall("GET /api/video", { info: await readSeries(options, query.id, language) }),
      ),
  });
  answer(http, "GET /api/video/episode", {
    access: "anyone",
    handle: async ({ query, language }) => {
      if ("id" in query) return { info: await readPlayableEpisode(options, query.id, language) };
      return documents.get(`episodes ${query.seriesId} ${language}`, async () => {
        const list = await readEpisodes(options, query.seriesId, language);
        return documentOfCall("GET /api/video/episode", {
          data: { list, total: list.length, page: 1, pageSize: list.length, hasMore: false },
        });
      });
    },
  });
  http.get("/api/openapi.json", { config: { access: "anyone" } }, async (request, reply) => {
    const described = await documents.get("openapi", async () =>
      documentOf(JSON.stringify(describeApi(API_VERSION)), "application/json; charset=utf-8"),
    );
    await sendDocument(request, reply, described, "Accept-Encoding");
    return reply;
  });
  http.get("/theme.css", { config: { access: "anyone" } }, async (request, reply) => {
    const theme = await documents.get("theme", async () =>
      documentOf(themeOf((await readPublicConfig(db)).site), "text/css; charset=utf-8"),
    );
    await sendDocument(request, reply, theme, "Accept-Encoding");
    return reply;
  });
}

/** Answers every path that is neither API nor file with the app's page (R1). */
export function pageHandler(options: StorefrontOptions & { pages: Documents }) {
  const { shell } = options;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!shell)
      return reply
        .code(503)
        .type("text/plain")
        .send("The viewers' app is not built here. Run: npm run build\n");
    const context: PageContext = { ...options, shell };
    const at = request.url.indexOf("?");
    const query = new URLSearchParams(at < 0 ? "" : request.url.slice(at));
    const language = pageLanguage(request, query);
    const origin = options.publicOrigin ?? `${request.protocol}://${request.headers.host ?? ""}`;
    const page = await renderPage(context, pathOf(request), query, language, origin);
    reply.code(page.status).headers(pageHeaders).header("content-language", language);
    if (!page.personal && page.status === 200) {
      await sendDocument(request, reply, page.document, "Accept-Language, Cookie, Accept-Encoding");
      return reply;
    }
    const body = page.personal ? Buffer.from(personalise(page.document, page.personal)) : page.document.body;
    reply.header("cache-control", "private, no-store").type(page.document.type);
    const encoding = chooseEncoding(request.headers["accept-encoding"], body.length);
    if (!encoding) return reply.send(body);
    return reply.header("content-encoding", encoding).send(await encodeBody(body, encoding, 4));
  };
}

/** The page's language, in the order of R9: `?lang`, the saved choice (a cookie tells the server), the browser, English. */
function pageLanguage(request: FastifyRequest, query: URLSearchParams): Language {
  const saved = /(?:^|;\s*)lang=([A-Za-z_-]{2,10})/.exec(request.headers.cookie ?? "")?.[1];
  return (
    parseLanguage(query.get("lang")) ??
    parseLanguage(saved) ??
    negotiateLanguage(request.headers["accept-language"]) ??
    "en"
  );
}
