import type { Ticket, TicketMessage } from "@cliffhanger/contract/console/tickets";
import { t } from "../../lib/messages.ts";
import { formatDay, formatFull, formatSeconds } from "../../lib/time.ts";
import { Mark } from "../../ui/mark.tsx";
import { Panel } from "../../ui/panel.tsx";
import styles from "./tickets.module.css";

/** All that was said on a ticket, as text: what strangers wrote is never markup, and addresses in it are no links. */
export function Conversation({ ticket }: { ticket: Ticket }) {
  const { email, text, createdAt, messages, begunBy } = ticket;
  return (
    <Panel title={t("ticket.conversation")}>
      <ol className={styles.messages} aria-label={t("ticket.conversation")}>
        {begunBy === null && (
          <li className={styles.message} data-kind="first">
            <Head name={email} at={createdAt} />
            <p className={styles.text}>{text}</p>
          </li>
        )}
        {messages.map((message) => (
          <li key={message.id} className={styles.message} data-kind={message.kind}>
            <Head name={message.kind === "theirs" ? email : (message.by ?? "")} at={message.at}>
              {message.kind === "note" && <Mark tone="amber">{t("ticket.noteMark")}</Mark>}
              {message.kind === "theirs" && <span>{t("ticket.enteredBy", { name: message.by ?? "" })}</span>}
              {message.kind === "answer" && <Delivery message={message} />}
            </Head>
            <p className={styles.text}>{message.text}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Head({ name, at, children }: { name: string; at: string; children?: React.ReactNode }) {
  return (
    <p className={styles.head}>
      <strong>{name}</strong>
      <time dateTime={at} title={formatFull(at)}>
        {formatDay(at)}, {formatSeconds(at)}
      </time>
      {children}
    </p>
  );
}

function Delivery({ message: { mail } }: { message: TicketMessage }) {
  if (!mail) return <span>{t("ticket.sending")}</span>;
  return (
    <span>
      {t(`event.mailState.${mail.state}`)}
      {mail.answer && ` · ${mail.answer}`}
    </span>
  );
}
