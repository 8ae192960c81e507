import type { Image } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";

/** The client build's list of files, as Vite writes it to `.vite/manifest.json`. */
export type Manifest = Record<
  string,
  { file: string; src?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
>;

/** What the head of one page says. */
export interface HeadInput {
  title: string;
  description: string;
  siteName: string;
  language: Language;
  /** Scheme, host and port as visitors see them, without a slash at the end. */
  origin: string;
  path: string;
  kind: "website" | "video.other";
  /** False for pages that no search engine should keep. */
  index: boolean;
  /** The picture that is seen first, and how wide it stands. */
  image: Image | null;
  sizes: string;
  /** Sources of chunks that this page needs at once, such as `src/screens/watch.tsx`. */
  chunks: string[];
  manifest: Manifest;
}

/** The tags of a page's head, with no inline script or style. */
export function documentHead(input: HeadInput): string {
  const { title, description, image, origin, path, siteName } = input;
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", description),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:site_name", siteName),
    meta("property", "og:type", input.kind),
    meta("property", "og:locale", input.language),
    meta("property", "og:url", origin + path),
    ...(image ? pictureTags(image, input.sizes, origin) : []),
    input.index
      ? `<link rel="canonical" href="${escapeHtml(origin + path)}">`
      : meta("name", "robots", "noindex"),
    ...fontFiles(input.manifest).map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
    ),
    ...chunkFiles(input.manifest, input.chunks).map((file) => `<link rel="modulepreload" href="/${file}">`),
    ...styleFiles(input.manifest, input.chunks).map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<link rel="stylesheet" href="/theme.css">`,
  ];
  return tags.join("\n    ");
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
function pictureTags(image: Image, sizes: string, origin: string): string[] {
  const files = image.avif ?? image.srcset;
  const srcset = files.map(({ url, width }) => `${url} ${width}w`).join(", ");
  const choice = srcset ? ` imagesrcset="${escapeHtml(srcset)}" imagesizes="${escapeHtml(sizes)}"` : "";
  const type = image.avif ? ' type="image/avif"' : "";
  const href = escapeHtml(image.avif?.at(-1)?.url ?? image.url);
  return [
    meta("property", "og:image", new URL(image.url, origin).href),
    `<link rel="preload" as="image"${type} href="${href}"${choice} fetchpriority="high">`,
  ];
}

function fontFiles(manifest: Manifest): string[] {
  return Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith(".woff2"));
}

// A chunk travels with what it imports; the entry's own imports stand in the template already.
function chunkFiles(manifest: Manifest, sources: string[]): string[] {
  const files = beyondEntry(manifest, sources).flatMap((key) => manifest[key]?.file ?? []);
  return files.filter((file) => file.endsWith(".js"));
}

function styleFiles(manifest: Manifest, sources: string[]): string[] {
  const files = beyondEntry(manifest, sources).flatMap((key) => manifest[key]?.css ?? []);
  return [...new Set(files)];
}

function beyondEntry(manifest: Manifest, sources: string[]): string[] {
  const entry = closure(manifest, ["index.html"], new Set());
  return [...closure(manifest, sources, new Set())].filter((key) => !entry.has(key));
}

function closure(manifest: Manifest, keys: string[], seen: Set<string>): Set<string> {
  for (const key of keys) {
    if (seen.has(key) || !manifest[key]) continue;
    seen.add(key);
    closure(manifest, manifest[key].imports ?? [], seen);
  }
  return seen;
}
