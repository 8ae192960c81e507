import type { AuditRow } from "@cliffhanger/contract/console/audit";
import { ChevronRight } from "lucide-react";
import { isMessage, t } from "../../lib/messages.ts";
import { dateOf, formatDay, formatFull, formatSeconds } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useMembers } from "../../lib/use-members.ts";
import { actionWords } from "./action-words.ts";
import styles from "./log.module.css";
import { LogDetail } from "./log-detail.tsx";
import type { LogFilter } from "./log-filter.ts";

/** The rows of the log by day, each of which opens what it changed. */
export function LogRows({
  rows,
  filter,
  setFilter,
}: {
  rows: readonly AuditRow[];
  filter: LogFilter;
  setFilter: (next: LogFilter) => void;
}) {
  const [params, change] = useAddress();
  const opened = params.get("row");
  const days = Map.groupBy(rows, ({ at }) => dateOf(at));
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <h3 className={styles.day}>{formatDay(ofDay[0]?.at ?? day)}</h3>
          <ol className={styles.rows}>
            {ofDay.map((row) => (
              <li key={row.id} className={styles.item} data-open={opened === row.id}>
                <Row
                  row={row}
                  opened={opened === row.id}
                  toggle={() => change({ row: opened === row.id ? null : row.id }, { replace: true })}
                />
                {opened === row.id && (
                  <LogDetail row={row} narrow={(to) => setFilter({ ...filter, ...to })} />
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function Row({ row, opened, toggle }: { row: AuditRow; opened: boolean; toggle: () => void }) {
  const { at, actor, action, reason } = row;
  const subject = useSubject(row);
  const role = actor.role ? `role.${actor.role}` : `actor.${actor.kind}`;
  return (
    <button type="button" className={styles.row} aria-expanded={opened} onClick={toggle}>
      <time className={styles.time} dateTime={at} title={formatFull(at)}>
        {formatSeconds(at)}
      </time>
      <span className={styles.who}>{actor.email ?? actor.id}</span>
      <span className={styles.role}>{isMessage(role) ? t(role) : actor.role}</span>
      <span className={styles.what} data-refused={action === "refused" || action === "session.refused"}>
        {actionWords(action)}
      </span>
      <span className={styles.subject} title={subject}>
        {subject}
      </span>
      <span className={styles.reason}>{reason}</span>
      <ChevronRight className={styles.chevron} size={16} aria-hidden />
    </button>
  );
}

/** Returns what a row is about, in words: an operator by the address, where the caller may see the team. */
function useSubject({ subject, actor }: AuditRow): string {
  const team = useMembers();
  if (subject.kind === "operator") {
    if (subject.id === actor.id && actor.email) return t("subject.self");
    const member = team.find(({ id }) => id === subject.id);
    if (member) return member.email;
  }
  const id = `subject.${subject.kind}`;
  const kind = isMessage(id) ? t(id) : subject.kind;
  if (subject.title !== null)
    return subject.number === null
      ? `${kind} ${subject.title}`
      : t("subject.episodeOf", { title: subject.title, number: subject.number });
  // The end of an id tells objects of one day apart.
  const isLong = /^[0-9a-z]{26}$/i.test(subject.id);
  return subject.id === "" ? kind : `${kind} ${isLong ? `…${subject.id.slice(-6)}` : subject.id}`;
}
