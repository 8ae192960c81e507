import type { ConsoleCaptions, ConsoleCue } from "@cliffhanger/contract/console/captions";
import { useEffect, useRef, useState } from "react";
import { t } from "../../lib/messages.ts";
import styles from "./captions.module.css";
import { Film } from "./film.tsx";

/** The film, and beside it its captions with their times: the present one is marked, and a click goes to one. */
export function CueList({
  number,
  captions: { id, cues, duration, language },
  ms,
}: {
  number: number;
  captions: ConsoleCaptions;
  /** What they are to be shifted by. */
  ms: number;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const list = useRef<HTMLElement>(null);
  const [moment, setMoment] = useState<number | null>(null);
  const shift = ms / 1000;
  const last = Math.max(...cues.map(({ end }) => end)) + shift;
  const present = moment === null ? -1 : cueAt(cues, moment - shift);
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>("[aria-current]");
    // The list alone moves: the page stays where the operator looks.
    if (row && present >= 0)
      list.current?.scrollTo({ top: row.offsetTop - (list.current.clientHeight - row.offsetHeight) / 2 });
  }, [present]);
  return (
    <div className={styles.beside}>
      {duration > 0 && <Film id={id} number={number} video={video} at={moment} moved={setMoment} />}
      <div className={styles.words}>
        <p className={styles.quiet}>
          {t("captions.count", { count: cues.length })}
          {duration > 0 && ` ${t("captions.film", { length: timeOf(duration) })}`}
          {duration > 0 && last > duration && (
            <strong className={styles.late}> {t("captions.late", { at: timeOf(last) })}</strong>
          )}
        </p>
        <section
          ref={list}
          className={styles.cues}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex
          aria-label={t("captions.cues")}
        >
          <ol>
            {cues.map(({ start, end, text }, at) => (
              <li key={`${start}-${end}-${text}`} data-early={start + shift < 0 || undefined}>
                <button
                  type="button"
                  className={styles.cue}
                  aria-current={at === present || undefined}
                  disabled={duration === 0}
                  onClick={() => {
                    const seconds = Math.min(duration, Math.max(0, start + shift));
                    if (video.current) video.current.currentTime = seconds;
                    setMoment(seconds);
                  }}
                >
                  <span className={styles.time}>
                    {timeOf(start + shift)} – {timeOf(end + shift)}
                  </span>
                  <span className={styles.text} lang={language}>
                    {text}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}

/** A search in the film may end a little before the moment that was asked for. */
const EARLY_SECONDS = 0.05;

/** Returns the index of the caption that is shown at a moment; of several the last. −1: none. */
export function cueAt(cues: readonly ConsoleCue[], moment: number): number {
  return cues.findLastIndex(({ start, end }) => start <= moment + EARLY_SECONDS && moment < end);
}

function timeOf(seconds: number): string {
  const all = Math.round(Math.abs(seconds) * 1000);
  const parts = [Math.floor(all / 60_000), Math.floor(all / 1000) % 60].map((one) => String(one));
  const sign = seconds < 0 ? "−" : "";
  return `${sign}${parts[0]}:${parts[1]?.padStart(2, "0")}.${String(all % 1000).padStart(3, "0")}`;
}
