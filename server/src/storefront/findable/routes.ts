import { type Language, languages, parseLanguage, type Site } from "@cliffhanger/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { EVERY_SERIES, findCards, findSeries, listEpisodes, listTagPage } from "#catalogue";
import type { Db } from "#platform/db/database";
import { cachedResponseOf, type ResponseCache } from "#platform/http/cached-response";
import { sendDocument } from "#platform/http/call";
import { DomainError, notFound } from "#platform/http/errors";
import { dataHeaders } from "#platform/http/headers";
import type { Http } from "#platform/http/server";
import type { MediaStore } from "#platform/storage";
import { readSite } from "#site";
import type { MadePictures } from "../made-pictures.ts";
import { robotsOf } from "./robots.ts";
import {
  composeShare,
  recipeOf,
  type SharePicture,
  shareOfEpisode,
  shareOfSeries,
  shareOfSite,
} from "./share-picture.ts";
import { sitemapIndex, sitemapOfPages, sitemapOfSeries } from "./sitemap.ts";

/** What the routes for search engines and social networks need. */
export interface FindableOptions {
  db: Db;
  /** A separate cache: a part of a large catalogue's sitemap is a megabyte. */
  sitemaps: ResponseCache;
  store: MediaStore;
  made: MadePictures;
  publicOrigin: string | null;
}

const anyone = { config: { access: "anyone" as const } };
const XML_TYPE = "application/xml; charset=utf-8";

/** Registers robots.txt, the sitemap and the share pictures. */
export function registerFindable(http: Http, options: FindableOptions): void {
  const { db, sitemaps } = options;
  const originOf = (request: FastifyRequest) =>
    options.publicOrigin ?? `${request.protocol}://${request.headers.host ?? ""}`;

  http.get("/robots.txt", anyone, async (request, reply) => {
    const document = cachedResponseOf(robotsOf(originOf(request)), "text/plain; charset=utf-8");
    await sendDocument(request, reply, document, { vary: "Accept-Encoding" });
    return reply;
  });

  async function sendXml(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    write: (context: { db: Db; origin: string; languages: Language[] }) => Promise<string | null>,
  ): Promise<FastifyReply> {
    const origin = originOf(request);
    const document = await orNothing(async () =>
      sitemaps.get(`${origin} ${name}`, async () => {
        const text = await write({ db, origin, languages: offeredBy(await readSite(db)) });
        if (text === null) throw notFound();
        return cachedResponseOf(text, XML_TYPE);
      }),
    );
    if (!document) return missing(reply);
    await sendDocument(request, reply, document, { vary: "Accept-Encoding" });
    return reply;
  }

  http.get("/sitemap.xml", anyone, (request, reply) => sendXml(request, reply, "index", sitemapIndex));
  http.get("/sitemaps/pages.xml", anyone, (request, reply) =>
    sendXml(request, reply, "pages", sitemapOfPages),
  );
  http.get<{ Params: { part: string } }>("/sitemaps/:part", anyone, async (request, reply) => {
    const number = /^series-([1-9]\d{0,4})\.xml$/.exec(request.params.part)?.[1];
    if (number === undefined) return reply.callNotFound();
    return sendXml(request, reply, number, (context) => sitemapOfSeries(context, Number(number)));
  });

  async function sendShare(
    request: FastifyRequest,
    reply: FastifyReply,
    picture: SharePicture,
  ): Promise<FastifyReply> {
    const compose = () => composeShare(options.store, picture);
    const made = await orNothing(() => options.made.get(recipeOf(picture), "jpg", compose));
    if (!made) return missing(reply);
    const { body, etag } = made;
    // Other sites must be able to embed it.
    reply
      .headers(dataHeaders)
      .header("cross-origin-resource-policy", "cross-origin")
      .header("cache-control", "public, max-age=86400")
      .header("etag", etag);
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    return reply.type("image/jpeg").send(body);
  }

  http.get("/share.jpg", anyone, async (request, reply) => {
    const { series } = await listTagPage(db, EVERY_SERIES, "popular", { offset: 0, limit: 4 });
    const rows = await findCards(
      db,
      series.map(({ id }) => id),
    );
    const picture = shareOfSite(rows.map((row) => row.poster));
    return picture ? sendShare(request, reply, picture) : reply.callNotFound();
  });
  http.get<{ Params: { file: string } }>("/share/:file", anyone, async (request, reply) => {
    const [, id, number] = /^([A-Za-z0-9_]{1,32})(?:-([1-9]\d{0,4}))?\.jpg$/.exec(request.params.file) ?? [];
    if (id === undefined) return reply.callNotFound();
    const picture = await shareOf(options, id, number === undefined ? null : Number(number));
    return picture ? sendShare(request, reply, picture) : reply.callNotFound();
  });
}

function missing(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

/** Turns a missing resource into an unknown path; it is not an error of an API call. */
async function orNothing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && error.code === 404) return null;
    throw error;
  }
}

async function shareOf(
  { db }: FindableOptions,
  id: string,
  number: number | null,
): Promise<SharePicture | null> {
  const row = await findSeries(db, id);
  if (!row?.poster) return null;
  const cover = row.cover ?? row.poster;
  if (number === null) return shareOfSeries(row.poster, cover);
  const episode = (await listEpisodes(db, id)).find((one) => one.number === number);
  return episode ? shareOfEpisode(row.poster, cover, episode.thumbnail) : null;
}

/** Returns the languages that a site offers: all, if it names none. */
function offeredBy(site: Site): Language[] {
  const named = site.languages.map(parseLanguage).filter((language) => language !== null);
  return named.length > 0 ? [...new Set(named)] : [...languages];
}
