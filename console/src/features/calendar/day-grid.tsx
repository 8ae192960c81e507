import type { ReleaseDrop } from "@cliffhanger/contract/console/releases";
import { ActionIcon } from "@mantine/core";
import { Plus } from "lucide-react";
import { type DragEvent, useState } from "react";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import styles from "./calendar.module.css";
import { dayWords, weekdayWords } from "./days.ts";
import { DropCard } from "./drop-card.tsx";
import type { Mover } from "./use-releases.ts";

/** The days of a month or a week, each with its drops. A drop is dropped on a day. */
export function DayGrid({
  days,
  month,
  today,
  drops,
  mover,
}: {
  days: readonly string[];
  /** The month that is shown, as `2027-01`; null where every day belongs to the view. */
  month: string | null;
  today: string;
  drops: readonly ReleaseDrop[];
  mover: Mover | null;
}) {
  return (
    <>
      <div className={styles.weekdays} aria-hidden>
        {days.slice(0, 7).map((day) => (
          <span key={day}>{weekdayWords(day)}</span>
        ))}
      </div>
      <ol className={styles.grid} data-view={month === null ? "week" : "month"}>
        {days.map((day) => (
          <Day
            key={day}
            day={day}
            isOther={month !== null && !day.startsWith(month)}
            isToday={day === today}
            drops={drops.filter(({ localAt }) => localAt.startsWith(day))}
            mover={mover}
          />
        ))}
      </ol>
    </>
  );
}

function Day({
  day,
  isOther,
  isToday,
  drops,
  mover,
}: {
  day: string;
  isOther: boolean;
  isToday: boolean;
  drops: readonly ReleaseDrop[];
  mover: Mover | null;
}) {
  const [, change] = useAddress();
  const [isTarget, setTarget] = useState(false);
  const target = mover && {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setTarget(true);
    },
    onDragLeave: () => setTarget(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setTarget(false);
      mover.place(event.dataTransfer.getData("text/plain"), day);
    },
  };
  return (
    <li
      className={styles.day}
      data-other={isOther || undefined}
      data-target={isTarget || undefined}
      aria-label={dayWords(day)}
      aria-current={isToday ? "date" : undefined}
      {...target}
    >
      <span className={styles.number}>
        <span aria-hidden>{Number(day.slice(8))}</span>
        {mover && (
          <ActionIcon
            variant="subtle"
            color="gray"
            className={styles.add}
            aria-label={t("calendar.addOn", { day: dayWords(day) })}
            onClick={() => change({ dialog: "new", day })}
          >
            <Plus size={15} aria-hidden />
          </ActionIcon>
        )}
      </span>
      {drops.map((drop) => (
        <DropCard key={drop.id} drop={drop} mover={mover} />
      ))}
    </li>
  );
}
