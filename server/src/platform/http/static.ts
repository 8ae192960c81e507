import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type CachedResponse, cachedResponseOf, chooseEncoding, encodedResponse } from "./cached-response.ts";
import type { Http } from "./server.ts";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};
const packed = new Set([".woff2", ".png", ".webp", ".avif"]);

/**
 * Serves a folder of built files from memory: only names that existed at the start (no dotfiles, no source maps, no
 * index.html). Files under `assets/` have a hash in their name and are immutable. A file that the build compressed,
 * with a `.br` next to it, is sent as compressed.
 * @param below the address of the folder, such as `/console`
 */
export async function serveFolder(http: Http, folder: string, below = ""): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name);
    const url = path.slice(folder.length).replaceAll("\\", "/");
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type || url.includes("/.")) continue;
    const response = cachedResponseOf(await readFile(path), type);
    if (files.some(({ name, parentPath }) => name === `${entry.name}.br` && parentPath === entry.parentPath))
      response.encoded.set("br", Promise.resolve(await readFile(`${path}.br`)));
    const cache = url.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, no-cache";
    serveFile(http, `${below}${url}`, response, { cache, isPacked: packed.has(extname(entry.name)) });
  }
}

function serveFile(
  http: Http,
  url: string,
  response: CachedResponse,
  { cache, isPacked }: { cache: string; isPacked: boolean },
): void {
  http.get(url, { config: { access: "anyone" } }, async (request, reply) => {
    reply.header("cache-control", cache).header("etag", response.etag).header("vary", "Accept-Encoding");
    if (request.headers["if-none-match"]?.includes(response.etag)) return reply.code(304).send();
    reply.type(response.type);
    const encoding = isPacked
      ? null
      : chooseEncoding(request.headers["accept-encoding"], response.body.length);
    if (!encoding) return reply.send(response.body);
    return reply.header("content-encoding", encoding).send(await encodedResponse(response, encoding));
  });
}
