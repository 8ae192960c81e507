import type { ReleaseDrop } from "@cliffhanger/contract/console/releases";
import { Link } from "wouter";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { formatClock } from "../../lib/time.ts";
import { Empty } from "../../ui/empty.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Poster } from "../../ui/poster.tsx";
import styles from "./today.module.css";
import { episodeWords } from "./today-words.ts";

/** What goes live today. */
export function Drops({ drops, zone }: { drops: readonly ReleaseDrop[]; zone: string }) {
  const mayRead = useMay("release.read");
  return (
    <Panel
      title={t("today.drops")}
      hint={zone}
      acts={
        mayRead && (
          <Link href="/calendar" className={styles.link}>
            {t("today.calendar")}
          </Link>
        )
      }
    >
      {drops.length === 0 ? (
        <Empty text={t("today.noDrops")} />
      ) : (
        <ul className={styles.rows} aria-label={t("today.drops")}>
          {drops.map((drop) => (
            <li key={drop.id} className={styles.row}>
              <time dateTime={drop.at} className={styles.clock}>
                {formatClock(new Date(drop.at))}
              </time>
              <Poster image={drop.poster} size="small" />
              <span className={styles["need-words"]}>
                <Link href={`/series/${drop.seriesId}/releases`} className={styles.name}>
                  {drop.title}
                </Link>
                <span className={styles.quiet}>{episodeWords(drop.episodes)}</span>
              </span>
              <State drop={drop} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function State({ drop: { state, lack } }: { drop: ReleaseDrop }) {
  if (state === "done") return <Mark tone="green">{t("today.live")}</Mark>;
  if (state === "blocked") return <Mark tone="red">{t("today.waits")}</Mark>;
  return lack ? <Mark tone="amber">{t("today.notReady")}</Mark> : <Mark tone="blue">{t("today.ready")}</Mark>;
}
