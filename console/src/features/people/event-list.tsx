import type { TimelineEvent } from "@cliffhanger/contract/console/timeline";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { t } from "../../lib/messages.ts";
import { formatDay, formatFull, formatSeconds } from "../../lib/time.ts";
import { wordsOf } from "./event-words.ts";
import styles from "./people.module.css";

/** Events, one below the other. `isNarrow`: beside something else, so that the time stands above. */
export function EventList({
  label,
  events,
  isNarrow = false,
  acts,
}: {
  label: string;
  events: readonly TimelineEvent[];
  isNarrow?: boolean;
  /** What can be done about an event, beside opening it. */
  acts?: (event: TimelineEvent) => ReactNode;
}) {
  return (
    <ol className={styles.events} aria-label={label} data-narrow={isNarrow}>
      {events.map((event) => (
        <Event key={`${event.kind} ${event.id}`} event={event} acts={acts?.(event)} />
      ))}
    </ol>
  );
}

function Event({ event, acts }: { event: TimelineEvent; acts: ReactNode }) {
  const { icon: Icon, tone, title, detail, opens } = wordsOf(event);
  return (
    <li className={styles.event}>
      <time className={styles.time} dateTime={event.at} title={formatFull(event.at)}>
        {formatDay(event.at)}, {formatSeconds(event.at)}
      </time>
      <Icon className={styles.icon} data-tone={tone} size={18} strokeWidth={1.75} aria-hidden />
      <div className={styles.what}>
        <strong>{title}</strong>
        {detail !== "" && <p className={styles.detail}>{detail}</p>}
      </div>
      {opens && (
        <div className={styles.act}>
          {acts}
          <Button
            component={Link}
            href={opens.path}
            variant="default"
            size="compact-sm"
            aria-label={t("act.of", { act: opens.label, row: title })}
          >
            {opens.label}
          </Button>
        </div>
      )}
    </li>
  );
}
