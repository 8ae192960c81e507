import type { Image } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { type BootCode, codeTags } from "./code-tags.ts";
import { fontFiles, laterStyles, scriptFiles } from "./manifest.ts";

/** What the head of one page says. */
export interface HeadInput extends BootCode {
  title: string;
  description: string;
  siteName: string;
  language: Language;
  /** Scheme, host and port as visitors see them, without a slash at the end. */
  origin: string;
  path: string;
  /** The language that the address itself names (`?lang=`), null where the visitor's own decides. */
  asked: Language | null;
  /** The languages that the site offers. */
  languages: readonly Language[];
  /** What a link that is shared keeps of the address's query, such as `ep=7`. */
  shown: string;
  kind: "website" | "video.tv_show" | "video.episode";
  /** The path of the picture that other sites show with a link, and what is on it. */
  share: { path: string; alt: string };
  /** What the page is about, as schema.org says it. */
  data: readonly object[];
  /** False for pages that no search engine should keep. */
  index: boolean;
  /** The picture that is seen first, and how wide it stands. */
  image: Image | null;
  sizes: string;
  /** The address of the style sheet with the site's colours. */
  theme: string;
  /** Sources of scripts that run before the app, and share no chunk with it. */
  boot: readonly string[];
}

/** The tags of a page's head, with no inline script or style. */
export function documentHead(input: HeadInput): string {
  const { title, description, image, origin, path, siteName, language } = input;
  const picture = origin + input.share.path;
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    // Before all styles: it is usually the largest paint.
    ...(image ? [picturePreload(image, input.sizes)] : []),
    ...scriptFiles(input.manifest, input.boot).map(
      (file) => `<script type="module" async src="/${file}"></script>`,
    ),
    meta("name", "description", description),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:site_name", siteName),
    meta("property", "og:type", input.kind),
    meta("property", "og:locale", locales[language]),
    meta(
      "property",
      "og:url",
      origin + path + queryOf([input.shown, input.asked ? `lang=${input.asked}` : ""]),
    ),
    meta("property", "og:image", picture),
    meta("property", "og:image:type", "image/jpeg"),
    meta("property", "og:image:width", "1200"),
    meta("property", "og:image:height", "630"),
    meta("property", "og:image:alt", input.share.alt),
    meta("name", "twitter:card", "summary_large_image"),
    ...(input.index ? addresses(input) : [meta("name", "robots", "noindex")]),
    `<link rel="icon" type="image/svg+xml" href="/icons/icon.svg">`,
    `<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">`,
    `<link rel="manifest" href="/manifest.webmanifest?lang=${language}">`,
    ...laterStyles(input.manifest, input.chunks).map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<link rel="stylesheet" href="${input.theme}">`,
    ...fontFiles(input.manifest).map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
    ),
    ...codeTags(input),
    ...(input.data.length > 0 ? [dataElement(input.data)] : []),
  ];
  return tags.join("\n    ");
}

function queryOf(parts: string[]): string {
  const query = parts.filter((part) => part !== "").join("&");
  return query && `?${query}`;
}

// Facebook knows languages by country alone.
const locales: Record<Language, string> = {
  en: "en_US",
  es: "es_ES",
  fr: "fr_FR",
  de: "de_DE",
  pt: "pt_BR",
};

/** Where else the page stands: once in each language, and at the plain address in the visitor's own. */
function addresses({ origin, path, asked, languages }: HeadInput): string[] {
  const plain = origin + path;
  const own = asked ? `${plain}?lang=${asked}` : plain;
  const alternate = (language: string, address: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}">`;
  return [
    `<link rel="canonical" href="${escapeHtml(own)}">`,
    ...languages.map((language) => alternate(language, `${plain}?lang=${language}`)),
    alternate("x-default", plain),
  ];
}

// A data block, which no policy on scripts refuses: it is never run. `<` never stands in it.
function dataElement(data: readonly object[]): string {
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": data }).replaceAll(
    "<",
    "\\u003c",
  );
  return `<script type="application/ld+json">${json}</script>`;
}

/** Text made safe for HTML content and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function meta(key: "name" | "property", name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escapeHtml(content)}">`;
}

// The preload names the very files that the picture will choose from; a browser without AVIF passes it over.
function picturePreload(image: Image, sizes: string): string {
  const files = image.avif ?? image.srcset;
  const srcset = files.map(({ url, width }) => `${url} ${width}w`).join(", ");
  const choice = srcset ? ` imagesrcset="${escapeHtml(srcset)}" imagesizes="${escapeHtml(sizes)}"` : "";
  const type = image.avif ? ' type="image/avif"' : "";
  const href = escapeHtml(image.avif?.at(-1)?.url ?? image.url);
  return `<link rel="preload" as="image"${type} href="${href}"${choice} fetchpriority="high">`;
}
