import type { ClosedEntry, ReviewEntryRow } from "@cliffhanger/contract/console/review";
import { Link } from "wouter";
import { t } from "../../lib/messages.ts";
import { formatDay, formatFull, formatNow, formatPast } from "../../lib/time.ts";
import { useNow } from "../../lib/use-now.ts";
import { Mark } from "../../ui/mark.tsx";
import { entryKinds } from "./entry-kinds.ts";
import { leftUntil, wordOf } from "./entry-words.ts";
import styles from "./review.module.css";

const MINUTE_MS = 60_000;
const URGENT_MS = 72 * 3_600_000;

/** The open entries, by deadline first. Each row leads to its entry. */
export function ReviewList({
  list,
  opened,
  search,
}: {
  list: readonly ReviewEntryRow[];
  opened: string | undefined;
  search: string;
}) {
  return (
    <ol className={styles.list} aria-label={t("review.title")}>
      {list.map((entry) => (
        <Row key={entry.id} entry={entry} isOpened={entry.id === opened} search={search} />
      ))}
    </ol>
  );
}

function Row({ entry, isOpened, search }: { entry: ReviewEntryRow; isOpened: boolean; search: string }) {
  const { id, kind, number, word, money, due, since, evidence } = entry;
  const now = useNow(MINUTE_MS);
  const isUrgent = due !== null && Date.parse(due) - now.getTime() < URGENT_MS && evidence !== "submitted";
  return (
    <li className={styles.row} data-open={isOpened}>
      <span className={styles.line}>
        <Mark tone={entryKinds[kind].tone}>{t(`review.kind.${kind}`)}</Mark>
        <Link
          href={`/review/${encodeURIComponent(id)}${search}`}
          className={styles.name}
          aria-current={isOpened ? "true" : undefined}
        >
          {number ?? wordOf(word)}
        </Link>
        {number !== null && <span className={styles.quiet}>{wordOf(word)}</span>}
        <span className={styles.money}>{money}</span>
      </span>
      <span className={styles.line}>
        <span className={styles.quiet}>
          {evidence === "submitted"
            ? t("review.evidenceSent")
            : due === null
              ? t("review.openSince", { at: formatPast(since) })
              : t("review.dueAt", { at: formatNow(new Date(due)) })}
        </span>
        {due !== null && evidence !== "submitted" && (
          <span className={styles.left} data-urgent={isUrgent}>
            {leftUntil(due, now.getTime())}
          </span>
        )}
      </span>
    </li>
  );
}

/** What was closed last, with the notes. */
export function ClosedList({ closed }: { closed: readonly ClosedEntry[] }) {
  return (
    <ul className={styles.list} aria-label={t("review.tab.closed")}>
      {closed.map(({ kind, number, at, note }) => (
        <li key={`${at} ${kind} ${number ?? ""}`} className={styles.row}>
          <span className={styles.line}>
            <Mark>{t(`review.kind.${kind}`)}</Mark>
            {number !== null && (
              <Link href={`/orders/${number}`} className={styles.name}>
                {number}
              </Link>
            )}
            <time className={styles.money} dateTime={at} title={formatFull(at)}>
              {formatDay(at)}
            </time>
          </span>
          <span className={styles.quiet}>{note}</span>
        </li>
      ))}
    </ul>
  );
}
