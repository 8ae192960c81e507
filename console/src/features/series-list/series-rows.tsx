import type { ConsoleSeriesRow } from "@cliffhanger/contract/console/series";
import { Checkbox } from "@mantine/core";
import { Link } from "wouter";
import { formatAmount, formatPeople } from "../../lib/amount.ts";
import { formatNumber, t } from "../../lib/messages.ts";
import { formatFull, formatNow, formatPast } from "../../lib/time.ts";
import { Mark } from "../../ui/mark.tsx";
import { Poster } from "../../ui/poster.tsx";
import rows from "../../ui/rows.module.css";
import { StateMark } from "../../ui/state-mark.tsx";
import styles from "./series-list.module.css";
import type { Selection } from "./use-selection.ts";

/** The series of a page in a table; the whole row leads to the series. */
export function SeriesRows({ list, selection }: { list: readonly ConsoleSeriesRow[]; selection: Selection }) {
  const isSelected = (id: string) => selection.all || selection.ids.has(id);
  const selected = list.filter(({ id }) => isSelected(id)).length;
  return (
    <table className={rows.table}>
      <thead>
        <tr>
          <th className={styles.select}>
            <Checkbox
              size="xs"
              aria-label={t("bulk.selectPage")}
              checked={selected === list.length}
              indeterminate={selected > 0 && selected < list.length}
              onChange={() =>
                selected === list.length ? selection.clear() : selection.page(list.map(({ id }) => id))
              }
            />
          </th>
          <th>{t("series.one")}</th>
          <th>{t("series.state")}</th>
          <th>{t("series.episodes")}</th>
          <th>{t("series.films")}</th>
          <th>{t("series.textsAndCaptions")}</th>
          <th>{t("series.nextDrop")}</th>
          <th className={styles.right}>{t("series.plays")}</th>
          <th className={styles.right} title={t("series.sales.hint")}>
            {t("series.sales")}
          </th>
          <th className={styles.right}>{t("series.changed")}</th>
        </tr>
      </thead>
      <tbody>
        {list.map((row) => (
          <Row
            key={row.id}
            row={row}
            isSelected={isSelected(row.id)}
            toggle={() => selection.toggle(row.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  row,
  isSelected,
  toggle,
}: {
  row: ConsoleSeriesRow;
  isSelected: boolean;
  toggle: () => void;
}) {
  const { id, title, poster, tags, state, hasDraft, episodes, free, plays, sales, nextDrop, changedAt } = row;
  return (
    <tr className={styles.row} data-selected={isSelected || undefined}>
      <td className={styles.select}>
        <Checkbox
          size="xs"
          aria-label={t("bulk.selectOne", { title })}
          checked={isSelected}
          onChange={toggle}
        />
      </td>
      <td className={rows.wide}>
        <div className={styles.series}>
          <Poster image={poster} size="small" />
          <div>
            <Link href={`/series/${id}`} className={styles.title}>
              {title}
            </Link>
            <p className={styles.tags}>{tagWords(tags)}</p>
          </div>
        </div>
      </td>
      <td>
        <span className={rows.label}>{t("series.state")}</span>
        <StateMark state={state} isScheduled={nextDrop !== null} />{" "}
        {hasDraft && <Mark tone="blue">{t("series.hasDraft")}</Mark>}
      </td>
      <td>
        <span className={rows.label}>{t("series.episodes")}</span>
        {episodes.live === episodes.planned
          ? t("series.episodeCount", { count: episodes.planned, free })
          : t("series.episodePart", { ...episodes, free })}
      </td>
      <td>
        <span className={rows.label}>{t("series.films")}</span>
        <Films films={row.films} />
      </td>
      <td>
        <span className={rows.label}>{t("series.textsAndCaptions")}</span>
        <InLanguages row={row} />
      </td>
      <td
        className={nextDrop === null ? rows.muted : undefined}
        title={nextDrop ? formatFull(nextDrop) : undefined}
      >
        <span className={rows.label}>{t("series.nextDrop")}</span>
        {nextDrop === null ? "–" : formatNow(new Date(nextDrop))}
      </td>
      <td className={styles.right}>
        <span className={rows.label}>{t("series.plays")}</span>
        {plays > 0 ? formatNumber(plays) : "–"}
      </td>
      <td className={styles.right}>
        <span className={rows.label}>{t("series.sales")}</span>
        <Sales sales={sales} />
      </td>
      <td className={`${styles.right} ${rows.muted}`} title={formatFull(changedAt)}>
        <span className={rows.label}>{t("series.changed")}</span>
        {formatPast(changedAt)}
      </td>
    </tr>
  );
}

/** What a series has in each language, as a pill in the colour of what it has less of: texts or captions. */
function InLanguages({ row }: { row: ConsoleSeriesRow }) {
  return (
    <span className={styles.languages}>
      {row.languages.map(({ language, texts, captions }) => (
        <span
          key={language}
          className={styles.language}
          data-has={texts === captions ? texts : "part"}
          title={t("series.inLanguage", {
            language: t(`language.${language}`),
            texts: t(`series.has.${texts}`),
            captions: t(`series.has.${captions}`),
          })}
        >
          {language.toUpperCase()}
        </span>
      ))}
    </span>
  );
}

/** How many bought at the paywall, and what it brought, largest currency first. */
function Sales({ sales: { bought, net } }: { sales: ConsoleSeriesRow["sales"] }) {
  if (bought === 0) return "–";
  return (
    <>
      {formatPeople(bought)}
      {net?.map(({ amount, currency }) => (
        <span key={currency} className={styles.net}>
          {formatAmount(amount, currency)}
        </span>
      ))}
    </>
  );
}

function Films({ films: { ready, waiting, failed, percent } }: { films: ConsoleSeriesRow["films"] }) {
  if (failed > 0) return <Mark tone="red">{t("films.failed", { count: failed })}</Mark>;
  if (percent !== null)
    return <Mark tone="blue">{t("films.encoding", { percent: Math.round(percent) })}</Mark>;
  if (waiting > 0) return <Mark tone="blue">{t("films.waiting", { count: waiting })}</Mark>;
  return <span className={rows.muted}>{ready > 0 ? t("films.ready") : "–"}</span>;
}

const TAGS = 3;

/** Returns the first tags in words, and how many there are besides. */
function tagWords(tags: readonly string[]): string {
  if (tags.length === 0) return t("series.noTags");
  const shown = tags.slice(0, TAGS).join(", ");
  return tags.length > TAGS ? t("series.moreTags", { shown, count: tags.length - TAGS }) : shown;
}
