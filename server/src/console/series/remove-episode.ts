import type { EpisodeRemovalEffect, Language } from "@cliffhanger/contract";
import { type Removable, readRemovable, removeEpisode } from "#catalogue";
import { countWatched } from "#library";
import { listEpisodeFilms, loadUploads, type UploadFiles } from "#media";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { effectHash, effectOrRefusal, requireEffect } from "#platform/effect";
import { invalid } from "#platform/http/errors";
import { messagesIn, type Translate } from "#platform/messages";
import { faultAt, type Say } from "#platform/said";

/** Answers what removing an episode would do, or why it is not removed. */
export async function previewEpisodeRemoval(
  db: Db,
  id: string,
  language: Language,
): Promise<EpisodeRemovalEffect> {
  const t = messagesIn(language);
  return effectOrRefusal(language, async () => (await effectOf(db, await readRemovable(db, id), t)).effect);
}

/** Removes an episode with the effect that the operator saw, and ends its uploads. Returns its series. */
export async function removeWithUploads(
  acting: Acting,
  files: UploadFiles,
  { id, effect: seen }: { id: string; effect?: string | undefined },
): Promise<string> {
  const { endUploadsOf } = await loadUploads();
  let ended: string[] = [];
  const seriesId = await removeEpisode(acting, id, async (trx, removable) => {
    const { edited, number } = removable;
    const { effect, film } = await effectOf(trx, removable, messagesIn("en"));
    requireEffect(effect.hash, seen, { by: edited.changedBy, at: edited.changedAt });
    const uploads = await endUploadsOf(trx, { seriesId: edited.id, episodeId: id, number });
    if (uploads.isBusy) throw refused((t) => t("effect.episode.busy", { number }));
    ({ ended } = uploads);
    return { film };
  });
  for (const upload of ended) await files.remove(upload);
  return seriesId;
}

async function effectOf(
  db: Db,
  { edited, episode: { id }, number }: Removable,
  t: Translate,
): Promise<{ effect: { hash: string; sentences: string[] }; film: string | null }> {
  const watched = await countWatched(db, id);
  if (watched > 0) throw refused((say) => say("effect.episode.watched", { number, count: watched }));
  const episodes = await listEpisodeFilms(db, edited.id);
  const own = episodes.find((one) => one.id === id);
  const film = own?.film?.name ?? null;
  const languages = (own?.captions ?? []).map(({ language }) => language.toUpperCase());
  const titles = Object.keys(edited.content.episodes[id] ?? {}).length;
  const isLast = Math.max(...Object.values(edited.content.numbers ?? {})) === number;
  const sentences = [
    film === null ? t("effect.episode.noFilm", { number }) : t("effect.episode.film", { number, film }),
    ...(languages.length > 0 ? [t("effect.episode.captions", { languages: languages.join(", ") })] : []),
    ...(titles > 0 ? [t("effect.episode.titles", { count: titles })] : []),
    isLast
      ? t("effect.episode.last")
      : t(edited.state === "live" ? "effect.episode.gap" : "effect.episode.gapOrClosed", { number }),
    t("effect.episode.end"),
  ];
  return {
    effect: { hash: effectHash([id, edited.version, number, film, languages, titles]), sentences },
    film,
  };
}

function refused(say: Say) {
  return invalid([faultAt("episode", say)]);
}
