import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import type { UploadRow } from "@cliffhanger/contract/console/uploads";
import { Button, VisuallyHidden } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Lock } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Bar } from "../../ui/bar.tsx";
import { Failure } from "../../ui/failure.tsx";
import { CancelFilm, FilmActs } from "../../ui/film-acts.tsx";
import { Mark } from "../../ui/mark.tsx";
import { MoveHandle } from "../../ui/move-handle.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import rows from "../../ui/rows.module.css";
import { useReorder } from "../../ui/use-reorder.ts";
import styles from "./series-page.module.css";
import type { EpisodeOrder } from "./use-order.ts";

interface Line {
  number: number;
  episode: ConsoleEpisode | null;
  upload: UploadRow | null;
}

/**
 * The episodes of a series with their films, those under way with their progress, and the paywall between them. They are put in
 * order by drag, or by the arrow keys on the handle.
 */
export function Episodes({
  order,
  uploads,
  free,
  titleOf,
  sentOf,
}: {
  order: EpisodeOrder;
  uploads: readonly UploadRow[];
  free: number;
  titleOf: (episodeId: string) => string;
  /** How many bytes of an upload this tab has sent. */
  sentOf: (uploadId: string) => number;
}) {
  const { episodes } = order;
  const mayWrite = useMay("series.write");
  const lines = linesOf(episodes, uploads);
  const nameOf = (id: string) =>
    t("matrix.episode", { number: episodes.find((one) => one.id === id)?.number ?? "" });
  const reorder = useReorder(
    episodes.map(({ id }) => id),
    nameOf,
    order.move,
  );
  const films = episodes.flatMap(({ id, film }) => (film ? [{ episodeId: id, film }] : []));
  const columns = mayWrite ? 7 : 6;
  return (
    <>
      <Failure text={order.failure} />
      <CancelFilm films={films} />
      <table className={rows.table} aria-label={t("tab.episodes")}>
        <thead>
          <tr>
            <th className={styles.number}>{t("episodes.number")}</th>
            <th>{t("episodes.title")}</th>
            <th>{t("episodes.file")}</th>
            <th>{t("episodes.film")}</th>
            <th>{t("episodes.captions")}</th>
            <th className={styles.number}>{t("episodes.length")}</th>
            {mayWrite && (
              <th>
                <VisuallyHidden>{t("episodes.acts")}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ number, episode, upload }, at) => (
            <Fragment key={episode?.id ?? number}>
              {number > free && (lines[at - 1]?.number ?? 0) <= free && (
                <tr className={styles.paywall}>
                  <td colSpan={columns}>
                    <Lock size={15} aria-hidden />{" "}
                    {t(free === 0 ? "episodes.allLocked" : "episodes.paywall", { free })}
                  </td>
                </tr>
              )}
              <tr className={styles.episode} {...(episode && reorder.rowOf(episode.id))}>
                <td className={styles.number}>
                  {mayWrite && episode && <MoveHandle reorder={reorder} id={episode.id} />}
                  <strong>{number}</strong>
                </td>
                <td className={rows.wide}>
                  {(episode && titleOf(episode.id)) || (
                    <span className={rows.muted}>{t("episodes.untitled")}</span>
                  )}{" "}
                  {episode && !episode.isLive && episode.film?.state === "ready" && (
                    <Mark>{t("episodes.hidden")}</Mark>
                  )}
                </td>
                <td className={styles.file}>{upload?.name ?? episode?.film?.file ?? "–"}</td>
                <td>
                  <Film episode={episode} upload={upload} sentOf={sentOf} />
                </td>
                <td>
                  {episode && episode.captions.length > 0 ? episode.captions.join(" ").toUpperCase() : "–"}
                </td>
                <td className={styles.number}>
                  {episode && episode.duration > 0 ? lengthWords(episode.duration) : "–"}
                </td>
                {mayWrite && (
                  <td className={rows.wide}>
                    {episode && <Acts episode={episode} row={nameOf(episode.id)} />}
                  </td>
                )}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
      <VisuallyHidden role="status">{reorder.said}</VisuallyHidden>
    </>
  );
}

function Acts({ episode, row }: { episode: ConsoleEpisode; row: string }) {
  const [, change] = useAddress();
  return (
    <div className={rows.acts}>
      <RowButton
        act={t("replace.act")}
        row={row}
        onClick={() => change({ dialog: "replace", episode: episode.id })}
      />
      <RowButton
        act={t("remove.act")}
        row={row}
        onClick={() => change({ dialog: "remove", episode: episode.id })}
      />
    </div>
  );
}

function linesOf(episodes: readonly ConsoleEpisode[], uploads: readonly UploadRow[]): Line[] {
  const films = uploads.filter(({ kind, state }) => kind === "film" && state !== "refused");
  const numbers = new Set([
    ...episodes.map(({ number }) => number),
    ...films.flatMap(({ number }) => (number === null ? [] : [number])),
  ]);
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((number) => ({
      number,
      episode: episodes.find((one) => one.number === number) ?? null,
      upload: films.find((one) => one.number === number) ?? null,
    }));
}

function Film({
  episode,
  upload,
  sentOf,
}: {
  episode: ConsoleEpisode | null;
  upload: UploadRow | null;
  sentOf: (uploadId: string) => number;
}) {
  if (upload?.state === "checking") return <span className={rows.muted}>{t("films.checking")}</span>;
  if (upload) {
    const part = Math.max(upload.received, sentOf(upload.id)) / upload.size;
    return <Moving words={t("films.uploading", { percent: Math.floor(part * 100) })} part={part} />;
  }
  const film = episode?.film;
  if (!film) return <span className={rows.muted}>–</span>;
  if (film.state === "ready")
    return (
      <span className={styles.ready}>
        <CircleCheck size={16} aria-hidden />
        {t("films.ready")}
      </span>
    );
  if (film.state === "failed" && episode) return <Failed id={episode.id} sentence={film.sentence} />;
  const acts = episode && <FilmActs episodeId={episode.id} film={film} />;
  if (film.percent === null)
    return (
      <span className={styles.waiting}>
        <span className={rows.muted}>{film.sentence ?? t("films.waits")}</span>
        {acts}
      </span>
    );
  const words = t("films.encoding", { percent: Math.round(film.percent) });
  const left =
    film.secondsLeft === null ? "" : ` ${t("films.left", { seconds: Math.ceil(film.secondsLeft) })}`;
  return <Moving words={words + left} part={film.percent / 100} acts={acts} />;
}

function Moving({ words, part, acts }: { words: string; part: number; acts?: ReactNode }) {
  return (
    <span className={styles.moving}>
      <Bar label={words} part={part} />
      <span>{words}</span>
      {acts}
    </span>
  );
}

function Failed({ id, sentence }: { id: string; sentence: string | null }) {
  const client = useQueryClient();
  const mayWrite = useMay("series.write");
  const act = useAct();
  return (
    <span className={styles.failed}>
      <span>
        <CircleAlert size={16} aria-hidden /> {sentence ?? t("films.failed", { count: 1 })}
      </span>
      {mayWrite && (
        <Button
          variant="default"
          size="compact-sm"
          loading={act.busy}
          onClick={() =>
            void act.run(async () => {
              await call("POST /api/console/episode/encode", { id });
              await client.invalidateQueries({ queryKey: ["series"] });
            })
          }
        >
          {t("films.again")}
        </Button>
      )}
      <Failure text={act.failure} />
    </span>
  );
}

function lengthWords(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
