import type { FastifyReply, FastifyRequest } from "fastify";
import { ASSET_FILE, IMAGE_FILE } from "#media";
import { dataHeaders } from "#platform/http/headers";
import type { Http } from "#platform/http/server";
import { openEdge } from "./edge.ts";
import type { MediaFiles } from "./files.ts";
import type { FirstUse } from "./first-use.ts";
import { mediaTypeOf } from "./media-type.ts";
import { type PlaybackContext, secondsOpen, secondsStillOpen } from "./playback.ts";
import { isPreviewGrant, isPreviewOpen } from "./preview.ts";
import { parseRange } from "./range.ts";
import type { WithdrawnAssets } from "./withdrawn.ts";

/** What the media routes need. */
export interface MediaRoutesOptions extends PlaybackContext {
  files: MediaFiles;
  firstUse: FirstUse;
  withdrawn: WithdrawnAssets;
  /** nginx's internal location for the media folder, or null. */
  accel: string | null;
}

/** Maximum cache time of a playlist. The right behind it is checked again with each request. */
const PLAYLIST_SECONDS = 60;

/** A segment with picture or sound; init segments are none yet. */
const SEGMENT = /-\d+\.m4s$/;

/** Registers `/media/…`: an asset's files under a grant, and public pictures. */
export function registerMedia(http: Http, options: MediaRoutesOptions): void {
  const anyone = { config: { access: "anyone" as const } };
  const edge = openEdge(options.edge);

  http.get<{ Params: { grant: string; asset: string; file: string } }>(
    "/media/v/:grant/:asset/:file",
    anyone,
    async (request, reply) => {
      const { grant, asset, file } = request.params;
      reply.headers(edge.headers);
      if (!isPreviewGrant(grant) && !edge.admits(request.headers)) return refuse(request, reply);
      if (!ASSET_FILE.test(file) || !/^[a-z0-9]{1,32}$/.test(asset)) return refuse(request, reply);
      const isPlaylist = file.endsWith(".m3u8");
      const key = `assets/${asset}/${file}`;
      if (isPreviewGrant(grant)) {
        if (!(await isPreviewOpen(options, grant, asset))) return refuse(request, reply);
        reply.header("cache-control", "private, no-store");
        return isPlaylist
          ? sendPlaylist(options, request, reply, key)
          : sendFile(options, request, reply, { key });
      }
      const isAskedAgain = isPlaylist || options.withdrawn.has(asset);
      const seconds = isAskedAgain
        ? await secondsStillOpen(options, grant, asset)
        : secondsOpen(options, grant, asset);
      if (seconds === null) return refuse(request, reply);
      // Cached by the viewer's browser only and no longer than the grant is valid: a shared cache would not verify
      // grants. The edge does, so it alone is told that it may keep what the grant suffices for.
      const age = isPlaylist ? Math.min(PLAYLIST_SECONDS, seconds) : seconds;
      reply.header("cache-control", `private, max-age=${age}${isPlaylist ? "" : ", immutable"}`);
      if (isPlaylist) return sendPlaylist(options, request, reply, key);
      if (!isAskedAgain) reply.headers(edge.keepHeaders(request.headers));
      const onFound = SEGMENT.test(file) ? () => options.firstUse.note(grant) : undefined;
      return sendFile(options, request, reply, { key, onFound });
    },
  );
  http.get("/media/v/*", anyone, async (request, reply) => refuse(request, reply));

  http.get<{ Params: { file: string } }>("/media/images/:file", anyone, async (request, reply) => {
    const { file } = request.params;
    if (!IMAGE_FILE.test(file)) return reply.callNotFound();
    reply.headers(edge.headers).header("cache-control", "public, max-age=31536000, immutable");
    return sendFile(options, request, reply, { key: `images/${file}` });
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.server.noteRefused(request, 403);
  return reply
    .code(403)
    .headers(dataHeaders)
    .header("cache-control", "private, no-store")
    .type("text/plain; charset=utf-8")
    .send("403\n");
}

async function sendPlaylist(
  { files }: MediaRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
) {
  const zipped = request.headers["accept-encoding"]?.includes("gzip") ?? false;
  const body = await (zipped ? files.readGzipped(key) : files.read(key));
  if (!body) return reply.removeHeader("cache-control").callNotFound();
  if (zipped) reply.header("content-encoding", "gzip");
  return reply.headers(dataHeaders).header("vary", "Accept-Encoding").type(mediaTypeOf(key)).send(body);
}

async function sendFile(
  { files, accel }: MediaRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, onFound }: { key: string; onFound?: (() => void) | undefined },
) {
  reply.headers(dataHeaders).header("accept-ranges", "bytes").type(mediaTypeOf(key));
  if (accel !== null) onFound?.();
  if (accel !== null) return reply.header("x-accel-redirect", `${accel}/${key}`).send();
  const opened = await files.open(key);
  if (!opened) return reply.removeHeader("cache-control").removeHeader("cdn-cache-control").callNotFound();
  onFound?.();
  // Not at "close", which also fires when a viewer disconnects while bytes may still be in flight.
  reply.raw.once("finish", opened.release);
  const { body } = opened;
  const range = parseRange(request.headers.range, body.length);
  if (range === null) return reply.send(body);
  if (range === "unsatisfiable")
    return reply.code(416).header("content-range", `bytes */${body.length}`).send();
  return reply
    .code(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${body.length}`)
    .send(body.subarray(range.start, range.end + 1));
}
