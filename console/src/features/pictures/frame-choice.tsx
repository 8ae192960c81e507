import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import { Select, Slider } from "@mantine/core";
import { t } from "../../lib/messages.ts";
import styles from "./pictures.module.css";

/** A moment in the film of an episode. */
export interface Moment {
  episode: string;
  at: number;
}

/** Chooses an episode and a moment in its film. */
export function FrameChoice({
  episodes,
  moment,
  choose,
}: {
  /** Those whose film is ready. */
  episodes: readonly ConsoleEpisode[];
  moment: Moment;
  choose: (moment: Moment) => void;
}) {
  const chosen = episodes.find(({ id }) => id === moment.episode);
  const duration = Math.max(1, Math.floor((chosen?.duration ?? 1) * 10) / 10);
  return (
    <div className={styles.moment}>
      <Select
        label={t("picture.episode")}
        data={episodes.map(({ id, number }) => ({
          value: id,
          label: t("picture.episodeOption", { number }),
        }))}
        value={moment.episode}
        allowDeselect={false}
        searchable={episodes.length > 10}
        onChange={(episode) => episode && choose({ episode, at: 0 })}
      />
      <div>
        <p className={styles.label} aria-hidden>
          {t("picture.moment")} <span className={styles.quiet}>{clock(moment.at)}</span>
        </p>
        <Slider
          className={styles.slider ?? ""}
          min={0}
          max={duration}
          step={0.1}
          value={moment.at}
          thumbLabel={t("picture.moment")}
          label={clock}
          onChange={(at) => choose({ ...moment, at: Math.round(at * 10) / 10 })}
        />
      </div>
    </div>
  );
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const tenths = Math.floor((seconds - whole) * 10 + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}.${tenths}`;
}
