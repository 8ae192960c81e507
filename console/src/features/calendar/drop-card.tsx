import type { ReleaseDrop } from "@cliffhanger/contract/console/releases";
import type { KeyboardEvent } from "react";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Mark } from "../../ui/mark.tsx";
import { Poster } from "../../ui/poster.tsx";
import styles from "./calendar.module.css";
import { episodeWords, lackWords, readinessWords, toneOf } from "./drop-words.ts";
import { idOfCard, isMovable, type Mover } from "./use-releases.ts";

/** What Alt and an arrow move a drop by, in days. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A drop: what comes and when. It is dragged to another day, or moved by Alt and the arrow keys. */
export function DropCard({ drop, mover }: { drop: ReleaseDrop; mover: Mover | null }) {
  const [, change] = useAddress();
  const canMove = mover !== null && isMovable(drop);
  const onKeyDown = (event: KeyboardEvent) => {
    const days = event.altKey ? steps[event.key] : undefined;
    if (days === undefined || !canMove) return;
    event.preventDefault();
    mover.shift(drop, days);
  };
  const lack = lackWords(drop);
  return (
    <button
      type="button"
      id={idOfCard(drop.id)}
      className={styles.card}
      data-tone={toneOf(drop)}
      draggable={canMove}
      title={canMove ? t("calendar.keys") : undefined}
      onClick={() => change({ drop: drop.id })}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", drop.id);
      }}
    >
      <Poster image={drop.poster} size="small" />
      <span className={styles.words}>
        <span className={styles.time}>
          {drop.localAt.slice(11)} <span className={styles.quiet}>{drop.zone}</span>
        </span>
        <span className={styles.title}>{drop.title}</span>
        <span className={styles.quiet}>{episodeWords(drop.episodes)}</span>
        <span className={styles.quiet}>{readinessWords(drop)}</span>
        {drop.moved !== null && (
          <span className={styles.quiet}>{t("calendar.clockChange", { time: drop.moved.slice(11) })}</span>
        )}
        {lack !== null && <span className={styles.lack}>{lack}</span>}
      </span>
      <Mark tone={toneOf(drop)}>{t(`calendar.state.${drop.state}`)}</Mark>
    </button>
  );
}
