import type { JobFilm } from "@cliffhanger/contract/console/jobs";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { Link } from "wouter";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { ActsHead } from "../../ui/acts-head.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Failure } from "../../ui/failure.tsx";
import { CancelFilm, FilmActs } from "../../ui/film-acts.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import rows from "../../ui/rows.module.css";
import styles from "./jobs.module.css";

/** The films that are not ready. Failed ones can be encoded again, one or all. */
export function Films({ films }: { films: readonly JobFilm[] }) {
  const client = useQueryClient();
  const mayWrite = useMay("series.write");
  const act = useAct();
  const failed = films.filter(({ film }) => film.state === "failed" && !film.cancelled).length;
  const again = (episodeId: string) =>
    act.run(async () => {
      await call("POST /api/console/episode/encode", { id: episodeId });
      await client.invalidateQueries({ queryKey: ["jobs"] });
    });
  const all = () =>
    act.run(async () => {
      const { count, ...jobs } = await call("POST /api/console/jobs/encode", {});
      putAnswer(client, ["jobs"], jobs);
      showToast(t("jobs.encodeDone", { count }));
    });
  return (
    <Panel
      title={t("jobs.films")}
      hint={t("jobs.filmsHint")}
      acts={
        mayWrite &&
        failed > 0 && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<RotateCcw size={15} aria-hidden />}
            loading={act.busy}
            onClick={() => void all()}
          >
            {t("jobs.encodeAll")}
          </Button>
        )
      }
    >
      <Failure text={act.failure} />
      <CancelFilm films={films} />
      {films.length === 0 ? (
        <Empty text={t("jobs.noFilms")} />
      ) : (
        <table className={rows.table} aria-label={t("jobs.films")}>
          <thead>
            <tr>
              <th>{t("jobs.episode")}</th>
              <th>{t("jobs.file")}</th>
              <th>{t("jobs.state")}</th>
              <ActsHead />
            </tr>
          </thead>
          <tbody>
            {films.map((one) => (
              <tr key={`${one.episodeId} ${one.film.file}`}>
                <td>
                  <Link href={`/series/${one.seriesId}/episodes`} className={styles.link}>
                    {t("jobs.episodeOf", { number: one.number, series: one.series })}
                  </Link>
                </td>
                <td className={styles.file}>{one.film.file}</td>
                <td>
                  <FilmState film={one.film} />
                </td>
                <td>
                  <div className={rows.acts}>
                    <FilmActs episodeId={one.episodeId} film={one.film} />
                    {mayWrite && one.film.state === "failed" && (
                      <>
                        <RowButton
                          act={t("films.again")}
                          row={one.film.file}
                          onClick={() => void again(one.episodeId)}
                        />
                        <Button
                          component={Link}
                          href={`/series/${one.seriesId}/episodes?dialog=upload`}
                          variant="default"
                          size="compact-sm"
                          aria-label={t("act.of", { act: t("jobs.replace"), row: one.film.file })}
                        >
                          {t("jobs.replace")}
                        </Button>
                      </>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function FilmState({
  film: { state, file, percent, secondsLeft, sentence, cancelled },
}: {
  film: JobFilm["film"];
}) {
  if (state === "failed")
    return (
      <span className={styles.words}>
        <Mark tone={cancelled ? "plain" : "red"}>
          {t(cancelled ? "films.cancelled" : "jobs.state.failed")}
        </Mark>
        <span>{sentence}</span>
      </span>
    );
  if (state === "encoding")
    return (
      <span className={styles.moving}>
        <Bar label={t("jobs.progress", { file })} part={(percent ?? 0) / 100} />
        {t("films.encoding", { percent: Math.round(percent ?? 0) })}
        {secondsLeft !== null && ` · ${t("films.left", { seconds: Math.round(secondsLeft) })}`}
      </span>
    );
  return <span className={rows.muted}>{sentence ?? t("films.waits")}</span>;
}
