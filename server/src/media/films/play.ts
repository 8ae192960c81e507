import type { PlayedFilm } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { DomainError, notFound } from "#platform/http/errors";
import type { MediaStore } from "#platform/storage";
import { renditionFiles } from "../names.ts";
import { parseSegments } from "../playlists.ts";
import * as media from "../repository.ts";
import { findEpisodeFilm } from "./repository.ts";

interface FilmContext {
  db: Db;
  store: MediaStore;
}

/** Describes an episode's film in its smallest rendition, as the console plays it: its parts, the first of which has no picture. */
export async function describeFilm({ db, store }: FilmContext, episodeId: string): Promise<PlayedFilm> {
  const { assetId, prepared, rendition } = await requireFilm(db, episodeId);
  const { playlist, init } = renditionFiles(rendition.label);
  const text = await store.read(`assets/${assetId}/${playlist}`);
  if (!text) throw notFound();
  const segments = parseSegments(text.toString());
  let start = 0;
  return {
    asset: assetId,
    codecs: rendition.codecs,
    width: rendition.width,
    height: rendition.height,
    duration: prepared.duration,
    init,
    parts: segments.map(({ file, duration }) => {
      const part = { file, start };
      start += duration;
      return part;
    }),
  };
}

/** Returns a part of an episode's film, unless the episode has another film by now. */
export async function readFilmPart(
  { db, store }: FilmContext,
  { id, asset, file }: { id: string; asset: string; file: string },
): Promise<Buffer> {
  const { assetId } = await requireFilm(db, id);
  if (assetId !== asset) throw notFound();
  const body = await store.read(`assets/${assetId}/${file}`);
  if (!body) throw notFound();
  return body;
}

async function requireFilm(db: Db, episodeId: string) {
  const film = await findEpisodeFilm(db, episodeId);
  if (!film) throw notFound();
  const prepared = await media.findPrepared(db, film.assetId);
  const rendition = prepared?.renditions.at(-1);
  if (!prepared || !rendition) throw new DomainError(409, "not_ready");
  return { assetId: film.assetId, prepared, rendition };
}
