import type { Ticket } from "@cliffhanger/contract/console/tickets";
import { Link, useParams } from "wouter";
import { EventList } from "../features/people/event-list.tsx";
import { AnswerForm } from "../features/tickets/answer-form.tsx";
import { Conversation } from "../features/tickets/conversation.tsx";
import { Assignee, CloseButton } from "../features/tickets/ticket-acts.tsx";
import { Due } from "../features/tickets/ticket-rows.tsx";
import styles from "../features/tickets/tickets.module.css";
import { useTicket } from "../features/tickets/use-ticket.ts";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { Loadable } from "../ui/loadable.tsx";
import { Mark } from "../ui/mark.tsx";
import { Page } from "../ui/page.tsx";
import { Panel, PanelBody } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** One ticket: what was said, the answer, and what is known of its person beside it. */
export function TicketScreen() {
  const { number } = useParams<{ number: string }>();
  const query = useTicket(number);
  const mayAnswer = useMay("ticket");
  const { data } = query;
  return (
    <Page
      title={data ? `${data.number} · ${data.subject}` : number}
      acts={data && <CloseButton ticket={data} />}
    >
      <p className={styles.crumb}>
        <Link href="/tickets">{t("tickets.title")}</Link>
        {data && <Marks ticket={data} />}
      </p>
      <Loadable
        query={query}
        skeleton={
          <Panel title={t("ticket.conversation")}>
            <Skeletons rows={6} />
          </Panel>
        }
      >
        {(ticket) => (
          <div className={styles.columns}>
            <div className={styles.column}>
              <Conversation ticket={ticket} />
              {mayAnswer && <AnswerForm key={ticket.number} ticket={ticket} />}
            </div>
            <div className={styles.column}>
              <Assignee ticket={ticket} />
              <Beside title={t("ticket.orders")} none={t("ticket.noOrders")} events={ticket.orders} />
              <Beside title={t("ticket.watched")} none={t("ticket.noWatched")} events={ticket.watched} />
            </div>
          </div>
        )}
      </Loadable>
    </Page>
  );
}

function Marks({ ticket }: { ticket: Ticket }) {
  const { email, personId, language } = ticket;
  return (
    <>
      {personId === null ? <span>{email}</span> : <Link href={`/people/${personId}`}>{email}</Link>}
      {language && <Mark>{t(`language.${language}`)}</Mark>}
      <Due ticket={ticket} />
    </>
  );
}

function Beside({ title, none, events }: { title: string; none: string; events: Ticket["orders"] }) {
  return (
    <Panel title={title}>
      {events.length > 0 ? (
        <EventList label={title} events={events} isNarrow />
      ) : (
        <PanelBody>
          <p className={styles.hint}>{none}</p>
        </PanelBody>
      )}
    </Panel>
  );
}
