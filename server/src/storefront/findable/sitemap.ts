import { type Language, pageNames } from "@cliffhanger/contract";
import { countPublished, listPublished, listTags, type PublishedRow } from "#catalogue";
import type { Db } from "#platform/db/database";

/** Series per part. The protocol allows 50,000 URLs, but each series has several languages and a picture. */
export const PART_SIZE = 1000;

/** What the URLs of a sitemap need. */
export interface SitemapContext {
  db: Db;
  /** Scheme, host and port as visitors see them. */
  origin: string;
  /** The languages that the site offers. */
  languages: readonly Language[];
}

const XML_HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespaces = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(" ");

/** Returns the sitemap index: one part for the pages, and as many as the series need. */
export async function sitemapIndex({ db, origin }: SitemapContext): Promise<string> {
  const parts = Math.ceil((await countPublished(db)) / PART_SIZE);
  const names = ["pages", ...Array.from({ length: parts }, (_, at) => `series-${at + 1}`)];
  const entries = names.map(
    (name) => `<sitemap>${element("loc", `${origin}/sitemaps/${name}.xml`)}</sitemap>`,
  );
  return `${XML_HEADER}<sitemapindex ${namespaces.split(" ")[0]}>\n${entries.join("\n")}\n</sitemapindex>\n`;
}

/**
 * Returns the pages other than series: home, the list of all series, those of categories and tags, the plans, the
 * information pages.
 */
export async function sitemapOfPages(context: SitemapContext): Promise<string> {
  const tags = await listTags(context.db, undefined);
  const lists = ["/browse/all", "/more/recommended", ...tags.map(({ id }) => `/browse/${id}`)];
  const information = pageNames.map((name) => `/${name}`);
  return urlset(["/", ...lists, "/shopping", ...information].map((path) => urlOf(context, path, "")));
}

/** Returns the `number`th part of the series, counted from 1; null if there is none. */
export async function sitemapOfSeries(context: SitemapContext, number: number): Promise<string | null> {
  const rows = await listPublished(context.db, { offset: (number - 1) * PART_SIZE, limit: PART_SIZE });
  if (rows.length === 0) return null;
  return urlset(rows.map((row) => seriesUrl(context, row)));
}

function seriesUrl(context: SitemapContext, { id, poster, updated_at }: PublishedRow): string {
  const picture = `<image:image>${element("image:loc", new URL(poster.url, context.origin).href)}</image:image>`;
  return urlOf(context, `/videos/${id}`, element("lastmod", updated_at.toISOString()) + picture);
}

// The plain URL uses the visitor's language; `?lang` gives each language a separate URL.
function urlOf({ origin, languages }: SitemapContext, path: string, more: string): string {
  const address = origin + path;
  const alternates = languages.map((language) => alternate(language, `${address}?lang=${language}`)).join("");
  return `<url>${element("loc", address)}${more}${alternates}${alternate("x-default", address)}</url>`;
}

function alternate(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(address)}"/>`;
}

function urlset(urls: string[]): string {
  return `${XML_HEADER}<urlset ${namespaces}>\n${urls.join("\n")}\n</urlset>\n`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
