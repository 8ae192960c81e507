import type { ReleaseDrop } from "@cliffhanger/contract/console/releases";
import { t } from "../../lib/messages.ts";
import { Empty } from "../../ui/empty.tsx";
import styles from "./calendar.module.css";
import { dayWords } from "./days.ts";
import { DropCard } from "./drop-card.tsx";
import type { Mover } from "./use-releases.ts";

/** The drops day by day; days without one are left out. */
export function Agenda({ drops, mover }: { drops: readonly ReleaseDrop[]; mover: Mover | null }) {
  const days = Map.groupBy(drops, ({ localAt }) => localAt.slice(0, 10));
  if (days.size === 0) return <Empty text={t("calendar.empty")} />;
  return (
    <div className={styles.agenda}>
      {[...days].map(([day, some]) => (
        <section key={day} aria-label={dayWords(day)}>
          <h2 className={styles.date}>{dayWords(day)}</h2>
          {some.map((drop) => (
            <DropCard key={drop.id} drop={drop} mover={mover} />
          ))}
        </section>
      ))}
    </div>
  );
}
