import type { Today } from "@cliffhanger/contract/console/today";
import { Link } from "wouter";
import { t } from "../../lib/messages.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Poster } from "../../ui/poster.tsx";
import rows from "../../ui/rows.module.css";
import styles from "./today.module.css";
import { countWords, shareWords } from "./today-words.ts";

/** The series that sell today, the one that brought most first. */
export function Selling({ selling }: { selling: Today["selling"] }) {
  return (
    <Panel
      title={t("today.selling")}
      acts={
        <Link href="/series" className={styles.link}>
          {t("today.allSeries")}
        </Link>
      }
    >
      {selling.length === 0 ? (
        <Empty text={t("today.noSelling")} />
      ) : (
        <table className={rows.table} aria-label={t("today.selling")}>
          <thead>
            <tr>
              <th>{t("today.series")}</th>
              <th className={styles.number}>{t("today.visitors")}</th>
              <th className={styles.number}>{t("today.reach")}</th>
              <th className={styles.number}>{t("today.buy")}</th>
              <th className={styles.number}>{t("today.sum")}</th>
            </tr>
          </thead>
          <tbody>
            {selling.map(({ id, title, poster, visitors, reach, buy, net }) => (
              <tr key={id}>
                <td className={rows.wide}>
                  <span className={styles.titled}>
                    <Poster image={poster} size="small" />
                    <Link href={`/series/${id}`} className={styles.name}>
                      {title}
                    </Link>
                  </span>
                </td>
                <Cell label={t("today.visitors")} text={countWords(visitors)} />
                <Cell label={t("today.reach")} text={shareWords(reach)} />
                <Cell label={t("today.buy")} text={shareWords(buy, 1)} />
                <Cell
                  label={t("today.sum")}
                  text={net === null ? t("today.few") : net.map(({ display }) => display).join(" · ")}
                />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Cell({ label, text }: { label: string; text: string }) {
  return (
    <td className={styles.number}>
      <span className={rows.label}>{label}</span>
      {text}
    </td>
  );
}
