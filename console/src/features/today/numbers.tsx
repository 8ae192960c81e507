import type { Today } from "@cliffhanger/contract/console/today";
import type { ReactNode } from "react";
import { t } from "../../lib/messages.ts";
import { Sparkline } from "./sparkline.tsx";
import styles from "./today.module.css";
import { changeWords, countWords, pictureWords } from "./today-words.ts";

/** Today's numbers, each beside that of the same weekday up to the same minute. */
export function Numbers({ today: { numbers, days } }: { today: Today }) {
  const { net, members, unlocks, visitors, firstPicture } = numbers;
  const [main, ...others] = net;
  return (
    <ul className={styles.numbers} aria-label={t("today.numbers")}>
      <Tile
        label={t("today.net")}
        value={main?.now.display ?? "–"}
        change={changeWords(main?.now.amount ?? null, main?.before.amount ?? null, { isMoney: true })}
        more={others.length > 0 ? others.map(({ now }) => now.display).join(" · ") : null}
        spark={<Sparkline values={days.map((day) => day.net)} />}
      />
      <Tile
        label={t("today.members")}
        value={countWords(members.now)}
        change={changeWords(members.now, members.before)}
        spark={<Sparkline values={days.map((day) => day.members)} />}
      />
      <Tile
        label={t("today.unlocks")}
        value={countWords(unlocks.now)}
        change={changeWords(unlocks.now, unlocks.before)}
        spark={<Sparkline values={days.map((day) => day.unlocks)} />}
      />
      <Tile
        label={t("today.visitors")}
        value={countWords(visitors.now)}
        change={changeWords(visitors.now, visitors.before)}
      />
      <Tile
        label={t("today.firstPicture")}
        title={t("today.firstPictureHint")}
        value={
          firstPicture.now === null
            ? t("today.unknown")
            : t("today.seconds", { seconds: (firstPicture.now / 1000).toFixed(2) })
        }
        change={pictureWords(firstPicture)}
      />
    </ul>
  );
}

function Tile({
  label,
  value,
  change: { words, tone },
  title,
  more = null,
  spark,
}: {
  label: string;
  value: string;
  change: { words: string; tone: string };
  title?: string;
  more?: string | null;
  spark?: ReactNode;
}) {
  return (
    <li className={styles.tile} title={title}>
      <div className={styles["tile-words"]}>
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>{value}</span>
        {more !== null && <span className={styles.more}>{more}</span>}
        <span className={styles.change} data-tone={tone}>
          {words}
        </span>
      </div>
      {spark}
    </li>
  );
}
