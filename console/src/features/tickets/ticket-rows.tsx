import type { ListedTicket } from "@cliffhanger/contract/console/tickets";
import { Link } from "wouter";
import { t } from "../../lib/messages.ts";
import { formatDay, formatFull, formatLeft, formatPast } from "../../lib/time.ts";
import { Mark } from "../../ui/mark.tsx";
import rows from "../../ui/rows.module.css";
import styles from "./tickets.module.css";

/** The tickets of a view. */
export function TicketRows({ tickets }: { tickets: readonly ListedTicket[] }) {
  return (
    <table className={rows.table}>
      <thead>
        <tr>
          <th>{t("tickets.ticket")}</th>
          <th>{t("tickets.from")}</th>
          <th>{t("tickets.language")}</th>
          <th>{t("tickets.assigned")}</th>
          <th>{t("tickets.written")}</th>
          <th>{t("tickets.due")}</th>
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket) => (
          <Row key={ticket.number} ticket={ticket} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ ticket }: { ticket: ListedTicket }) {
  const { number, subject, email, language, assignedTo, createdAt } = ticket;
  return (
    <tr>
      <td className={rows.wide}>
        <Link className={styles.name} href={`/tickets/${number}`}>
          {number} · {subject}
        </Link>
      </td>
      <td className={rows.wide}>
        <span className={rows.label}>{t("tickets.from")}</span>
        {email}
      </td>
      <td>
        <span className={rows.label}>{t("tickets.language")}</span>
        {language ? t(`language.${language}`) : "–"}
      </td>
      <td className={rows.muted}>
        <span className={rows.label}>{t("tickets.assigned")}</span>
        {assignedTo?.email ?? "–"}
      </td>
      <td className={rows.muted} title={formatFull(createdAt)}>
        <span className={rows.label}>{t("tickets.written")}</span>
        {formatPast(createdAt)}
      </td>
      <td>
        <span className={rows.label}>{t("tickets.due")}</span>
        <Due ticket={ticket} />
      </td>
    </tr>
  );
}

/** Until when an answer is promised, or what the ticket waits for. */
export function Due({ ticket: { state, dueAt, isLate, closedAt } }: { ticket: ListedTicket }) {
  if (state === "closed")
    return <Mark>{t("tickets.closedAt", { at: closedAt ? formatDay(closedAt) : "" })}</Mark>;
  if (dueAt === null) return <Mark tone="blue">{t("tickets.waits")}</Mark>;
  return isLate ? (
    <Mark tone="red">{t("tickets.late", { since: formatPast(dueAt) })}</Mark>
  ) : (
    <Mark tone="green">{t("tickets.dueIn", { left: formatLeft(dueAt) })}</Mark>
  );
}
