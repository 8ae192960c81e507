import type { EpisodeRemovalEffect } from "@cliffhanger/contract";
import { type Removable, readRemovable, removeEpisode } from "#catalogue";
import { countWatched } from "#library";
import { listEpisodeFilms, loadUploads } from "#media";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { effectHash, effectOrRefusal, requireEffect } from "#platform/effect";
import { invalid } from "#platform/http/errors";

/** Answers what removing an episode would do, or why it is not removed. */
export async function previewEpisodeRemoval(db: Db, id: string): Promise<EpisodeRemovalEffect> {
  return effectOrRefusal(async () => (await effectOf(db, await readRemovable(db, id))).effect);
}

/** Removes an episode with the effect that the operator saw, and ends its uploads. Returns its series. */
export async function removeWithUploads(
  acting: Acting,
  folder: string,
  { id, effect: seen }: { id: string; effect?: string | undefined },
): Promise<string> {
  const { endUploadsOf, removeUploaded } = await loadUploads();
  let ended: string[] = [];
  const seriesId = await removeEpisode(acting, id, async (trx, removable) => {
    const { edited, number } = removable;
    const { effect, film } = await effectOf(trx, removable);
    requireEffect(effect.hash, seen, { by: edited.changedBy, at: edited.changedAt });
    const uploads = await endUploadsOf(trx, { seriesId: edited.id, episodeId: id, number });
    if (uploads.isBusy)
      throw refused(`A file for episode ${number} is being checked. Try again in a minute.`);
    ({ ended } = uploads);
    return { film };
  });
  for (const upload of ended) await removeUploaded(folder, upload);
  return seriesId;
}

async function effectOf(
  db: Db,
  { edited, episode: { id }, number }: Removable,
): Promise<{ effect: { hash: string; sentences: string[] }; film: string | null }> {
  const watched = await countWatched(db, id);
  if (watched > 0)
    throw refused(
      `Episode ${number} was live before, and ${watched === 1 ? "1 person has" : `${watched} people have`} watched some of it. Replace its film instead.`,
    );
  const episodes = await listEpisodeFilms(db, edited.id);
  const own = episodes.find((one) => one.id === id);
  const film = own?.film?.name ?? null;
  const languages = (own?.captions ?? []).map(({ language }) => language.toUpperCase());
  const titles = Object.keys(edited.content.episodes[id] ?? {}).length;
  const isLast = Math.max(...Object.values(edited.content.numbers ?? {})) === number;
  const sentences = [
    film === null
      ? `Episode ${number} has no film; it is removed.`
      : `Episode ${number} and its film ${film} are removed.`,
    ...(languages.length > 0 ? [`Its captions are removed: ${languages.join(", ")}.`] : []),
    ...(titles > 0
      ? [`Its title is removed, in ${titles === 1 ? "1 language" : `${titles} languages`}.`]
      : []),
    isLast
      ? "The other episodes keep their numbers."
      : `The other episodes keep their numbers, so ${number} is missing until another film is added${edited.state === "live" ? "" : " or the gap is closed"}.`,
    "Nobody has seen it. This cannot be undone; the film can be uploaded again.",
  ];
  return {
    effect: { hash: effectHash([id, edited.version, number, film, languages, titles]), sentences },
    film,
  };
}

function refused(message: string) {
  return invalid([{ field: "episode", message }]);
}
