import type { ConsoleSeries } from "@cliffhanger/contract/console/series";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { Link, useParams } from "wouter";
import { SeriesReleasesTab } from "../features/calendar/series-releases.tsx";
import { Captions } from "../features/captions/captions.tsx";
import { Pictures } from "../features/pictures/pictures.tsx";
import { Access } from "../features/series-page/access.tsx";
import { Details } from "../features/series-page/details.tsx";
import { EpisodeDialogs } from "../features/series-page/episode-dialogs.tsx";
import { Episodes } from "../features/series-page/episodes.tsx";
import { Findings } from "../features/series-page/findings.tsx";
import { History } from "../features/series-page/history.tsx";
import { Preview } from "../features/series-page/preview.tsx";
import { Publish } from "../features/series-page/publish.tsx";
import { SaveBar } from "../features/series-page/save-bar.tsx";
import styles from "../features/series-page/series-page.module.css";
import { TextsMatrix } from "../features/series-page/texts-matrix.tsx";
import { useEdits } from "../features/series-page/use-edits.ts";
import { useOrder } from "../features/series-page/use-order.ts";
import { Withdraw } from "../features/series-page/withdraw.tsx";
import { TextsTable } from "../features/texts-table/texts-table.tsx";
import { UploadBar } from "../features/upload/upload-bar.tsx";
import { UploadDialog } from "../features/upload/upload-dialog.tsx";
import { sendFiles, useSending } from "../features/upload/uploader.ts";
import { call } from "../lib/call.ts";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { formatPast } from "../lib/time.ts";
import { useAddress } from "../lib/use-address.ts";
import { useMoving } from "../lib/use-moving.ts";
import { Empty } from "../ui/empty.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Mark } from "../ui/mark.tsx";
import { Panel } from "../ui/panel.tsx";
import { Poster } from "../ui/poster.tsx";
import { Skeletons } from "../ui/skeletons.tsx";
import { StateMark } from "../ui/state-mark.tsx";

const tabs = [
  "episodes",
  "texts",
  "captions",
  "pictures",
  "releases",
  "details",
  "access",
  "history",
] as const;

/** The page of a series: its episodes, texts in each language, pictures, details and history. The tab is in the address. */
export function SeriesOneScreen() {
  const { id } = useParams<{ id: string }>();
  const query = useQuery({
    queryKey: ["series", "one", id],
    queryFn: () => call("GET /api/console/series/one", { id }),
  });
  return (
    <Loadable query={query} skeleton={<Skeletons rows={8} />}>
      {(series) => <Content key={id} series={series} />}
    </Loadable>
  );
}

function useEpisodes(id: string) {
  const query = useQuery({
    queryKey: ["series", "episodes", id],
    queryFn: () => call("GET /api/console/series/episodes", { id }),
  });
  const { episodes = [], uploads = [] } = query.data ?? {};
  useMoving(
    uploads.some(({ state }) => state !== "refused") ||
      episodes.some(({ film }) => film?.state === "queued" || film?.state === "encoding"),
  );
  return query;
}

function Content({ series }: { series: ConsoleSeries }) {
  const { id, content, state, unpublished, withdrawn } = series;
  const asked = useParams<{ tab?: string }>().tab;
  const [, change] = useAddress();
  const mayUpload = useMay("upload");
  const readOnly = !useMay("series.write");
  const mayRead = useMay("release.read");
  const shown = tabs.filter((name) => name !== "releases" || mayRead);
  const tab = shown.find((name) => name === asked) ?? "episodes";
  const edits = useEdits(series);
  const query = useEpisodes(id);
  const sending = useSending();
  const { episodes = [], uploads = [], findings = [] } = query.data ?? {};
  const order = useOrder(series, episodes);
  const title = content.title[content.language] ?? Object.values(content.title)[0] ?? "";
  const titleOf = (episodeId: string) =>
    String(edits.value(`episode.${episodeId}.${content.language}`) ?? "");
  const hidden = episodes.filter(({ isLive, film }) => !isLive && film?.state === "ready").length;
  return (
    <div className={styles.stack}>
      <title>{`${title} · Console`}</title>
      <header className={styles.head}>
        <Poster image={content.poster} size="large" />
        <div className={styles.names}>
          <p className={styles.crumb}>
            <Link href="/series">{t("series.title")}</Link> ›
          </p>
          <h1 className={styles.name}>
            {title} <StateMark state={state} />
            {withdrawn?.everybody && <Mark tone="red">{t("withdraw.markAll")}</Mark>}
            {unpublished !== null && <Mark tone="blue">{t("series.hasDraft")}</Mark>}
          </h1>
          <p className={styles.quiet}>
            {series.changedBy === null
              ? t("series.changedAt", { at: formatPast(series.changedAt) })
              : t("series.changedBy", { at: formatPast(series.changedAt), by: series.changedBy })}
          </p>
        </div>
        <div className={styles.buttons}>
          {mayUpload && (
            <Button
              variant="default"
              leftSection={<Upload size={16} aria-hidden />}
              onClick={() => change({ dialog: "upload" })}
            >
              {t("upload.add")}
            </Button>
          )}
          <Preview seriesId={id} hasFilm={episodes.some(({ film }) => film?.state === "ready")} />
          <Withdraw series={series} />
          <Publish series={series} findings={findings} hidden={hidden} unsaved={edits.count > 0} />
        </div>
      </header>
      <nav className={styles.tabs} aria-label={t("tabs")}>
        {shown.map((name) => (
          <Link
            key={name}
            href={`/series/${id}/${name}`}
            className={styles.tab}
            aria-current={tab === name ? "page" : undefined}
          >
            {t(`tab.${name}`)}
          </Link>
        ))}
      </nav>
      <UploadBar seriesId={id} uploads={uploads} />
      {tab === "episodes" && (
        <div className={styles.columns}>
          <Panel title={t("episodes.count", { count: episodes.length })}>
            <Loadable query={query} skeleton={<Skeletons rows={8} />}>
              {() =>
                episodes.length + uploads.length === 0 ? (
                  <Empty text={t("episodes.empty")} />
                ) : (
                  <Episodes
                    order={order}
                    uploads={uploads}
                    free={Number(edits.value("free"))}
                    titleOf={titleOf}
                    sentOf={(upload) => sending.find((one) => one.id === upload)?.sent ?? 0}
                  />
                )
              }
            </Loadable>
          </Panel>
          <Findings
            seriesId={id}
            findings={findings}
            closeGaps={state === "live" || unpublished !== null ? null : order.closeGaps}
          />
        </div>
      )}
      {tab === "texts" && (
        <>
          <TextsTable seriesId={id} isUnsaved={edits.count > 0} readOnly={readOnly} />
          <TextsMatrix edits={edits} episodes={episodes} readOnly={readOnly} />
        </>
      )}
      {tab === "captions" && (
        <Loadable query={query} skeleton={<Skeletons rows={8} />}>
          {() => (
            <Captions
              seriesId={id}
              episodes={episodes}
              uploads={uploads}
              readOnly={readOnly}
              send={sendFiles}
            />
          )}
        </Loadable>
      )}
      {tab === "pictures" && <Pictures series={series} episodes={episodes} readOnly={readOnly} />}
      {tab === "releases" && <SeriesReleasesTab seriesId={id} />}
      {tab === "details" && <Details edits={edits} readOnly={readOnly} />}
      {tab === "access" && (
        <Access series={series} edits={edits} episodes={episodes.length} readOnly={readOnly} />
      )}
      {tab === "history" && <History series={series} episodes={episodes} />}
      <SaveBar edits={edits} episodes={episodes} isLive={state === "live"} />
      {mayUpload && <UploadDialog seriesId={id} />}
      {!readOnly && <EpisodeDialogs episodes={episodes} send={sendFiles} />}
    </div>
  );
}
