import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type CachedResponse, cachedResponseOf, chooseEncoding, encodedResponse } from "./cached-response.ts";
import type { Http } from "./server.ts";

const decompress = promisify(brotliDecompress);

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

/** Room for the bodies, and their gzip forms, of compressed files that clients without brotli ask for. */
const UNPACKED_BYTES = 4 * 2 ** 20;

/** A file as it is kept: compressed, if the build compressed it. */
interface StaticFile {
  bytes: Buffer;
  isCompressed: boolean;
  etag: string;
  type: string;
  /** The value of Cache-Control. */
  cache: string;
  /** Whether compressing it does not pay. */
  isPacked: boolean;
}

/** Answers what is not there. */
type Missing = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Serves a folder of built files from memory: only names that existed at the start (no dotfiles, no source maps, no
 * index.html), and as they were then. Files under `assets/` have a hash in their name and are immutable. A file that the
 * build compressed, with a `.br` next to it, is kept and sent as compressed; its body is made when a client asks for it.
 * @param below the address of the folder, such as `/console`
 * @param missing answers an address below one of its folders that names no file; by default the site's own 404
 */
export async function serveFolder(
  http: Http,
  folder: string,
  below = "",
  missing: Missing = (_request, reply) => reply.callNotFound(),
): Promise<void> {
  const files = await readFiles(folder);
  const unpacked = new LRUCache<string, CachedResponse>({
    max: 1_000,
    maxSize: UNPACKED_BYTES,
    sizeCalculation: ({ body }) => 2 * body.length + 1,
  });
  const unpack = async (path: string, { bytes, isCompressed, type }: StaticFile) => {
    const known = unpacked.get(path);
    if (known) return known;
    const response = cachedResponseOf(isCompressed ? await decompress(bytes) : bytes, type);
    unpacked.set(path, response);
    return response;
  };
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = files.get(path);
    if (!file) return missing(request, reply);
    const { etag, cache, type, isPacked, isCompressed, bytes } = file;
    reply.header("cache-control", cache).header("etag", etag).header("vary", "Accept-Encoding");
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    reply.type(type);
    const length = isCompressed ? Number.POSITIVE_INFINITY : bytes.length;
    const encoding = isPacked ? null : chooseEncoding(request.headers["accept-encoding"], length);
    if (encoding) reply.header("content-encoding", encoding);
    if (isCompressed ? encoding === "br" : !encoding) return reply.send(bytes);
    const response = await unpack(path, file);
    return reply.send(encoding ? await encodedResponse(response, encoding) : response.body);
  };
  // One route for each folder: a route of its own for each file takes more memory than most of the files.
  for (const address of new Set([...files.keys()].map((path) => path.replace(/\/.*/, "/*"))))
    http.get(`${below}/${address}`, { config: { access: "anyone" } }, (request, reply) => {
      const { "*": rest } = request.params as { "*"?: string };
      return send(request, reply, rest === undefined ? address : address.replace("*", rest));
    });
}

/** Reads the files of a folder that are served, by their paths in it. */
async function readFiles(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const known = new Set(paths);
  const files = new Map<string, StaticFile>();
  for (const path of paths) {
    const extension = extname(path);
    const type = types[extension];
    if (!type || path.split("/").some((name) => name.startsWith("."))) continue;
    const isCompressed = known.has(`${path}.br`);
    const bytes = await readFile(join(folder, isCompressed ? `${path}.br` : path));
    files.set(path, {
      bytes,
      isCompressed,
      etag: cachedResponseOf(bytes, type).etag,
      type,
      cache: path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "public, no-cache",
      isPacked: packed.has(extension),
    });
  }
  return files;
}
