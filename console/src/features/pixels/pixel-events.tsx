import type { PixelEvent } from "@cliffhanger/contract/console/site";
import { dateWriter, t } from "../../lib/messages.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel } from "../../ui/panel.tsx";
import rows from "../../ui/rows.module.css";

/** The events that pixels receive, with the last day of each. */
export function PixelEvents({ events }: { events: readonly PixelEvent[] }) {
  return (
    <Panel title={t("pixels.events")} hint={t("pixels.eventsHint")}>
      {events.every(({ lastOn }) => lastOn === null) ? (
        <Empty text={t("pixels.eventsNone")} />
      ) : (
        <table className={rows.table} aria-label={t("pixels.events")}>
          <thead>
            <tr>
              <th>{t("pixels.event")}</th>
              <th>{t("pixels.last")}</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ event, lastOn }) => (
              <tr key={event}>
                <td className={rows.wide}>
                  {t(`pixels.event.${event}`)} <code>{event}</code>
                </td>
                <td className={lastOn === null ? rows.muted : undefined}>
                  <span className={rows.label}>{t("pixels.last")} </span>
                  {lastOn === null ? t("pixels.never") : <time dateTime={lastOn}>{wordsOf(lastOn)}</time>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

const longDay = dateWriter({ dateStyle: "long", timeZone: "UTC" });

function wordsOf(day: string): string {
  return day === new Date(serverNow()).toISOString().slice(0, 10)
    ? t("pixels.today")
    : longDay(new Date(day));
}
