import type { ConsoleEpisode } from "@cliffhanger/contract/console/series";
import { Button } from "@mantine/core";
import { t } from "../../lib/messages.ts";
import { formatPast } from "../../lib/time.ts";
import { Failure } from "../../ui/failure.tsx";
import { Saving } from "../../ui/saving.tsx";
import { fieldWords, valueWords } from "./fields.ts";
import styles from "./series-page.module.css";
import type { Conflict, Edits } from "./use-edits.ts";

/** What is typed and not saved, with its acts; and what someone else saved meanwhile. */
export function SaveBar({
  edits,
  episodes,
  isLive,
}: {
  edits: Edits;
  episodes: readonly ConsoleEpisode[];
  isLive: boolean;
}) {
  const { count, act, conflict } = edits;
  if (count === 0) return null;
  const faults = Object.entries(act.fields);
  return (
    <Saving
      words={t(isLive ? "save.countLive" : "save.count", { count })}
      busy={act.busy}
      blocked={conflict !== null}
      save={() => void edits.save()}
      discard={edits.discard}
    >
      {conflict && <Conflicts conflict={conflict} edits={edits} episodes={episodes} />}
      <Failure text={act.failure} />
      {faults.length > 0 && (
        <ul className={styles.faults} role="alert">
          {faults.map(([path, message]) => (
            <li key={path}>
              <strong>{fieldWords(path, episodes)}</strong>: {message}
            </li>
          ))}
        </ul>
      )}
    </Saving>
  );
}

function Conflicts({
  conflict: { current, by, at },
  edits,
  episodes,
}: {
  conflict: Conflict;
  edits: Edits;
  episodes: readonly ConsoleEpisode[];
}) {
  return (
    <div role="alert" className={styles.conflict}>
      <p>
        <strong>{t("conflict.title", { by: by ?? t("conflict.someone"), at: formatPast(at) })}</strong>{" "}
        {t("conflict.text")}
      </p>
      {Object.entries(current).map(([path, theirs]) => (
        <div key={path} className={styles.sides}>
          <p className={styles.path}>{fieldWords(path, episodes)}</p>
          <p>
            <span className={styles.quiet}>{t("conflict.theirs")}</span> {valueWords(theirs)}
          </p>
          <p>
            <span className={styles.quiet}>{t("conflict.mine")}</span> {valueWords(edits.value(path))}
          </p>
          <span className={styles.buttons}>
            <Button variant="default" size="compact-sm" onClick={() => edits.decide(path, false)}>
              {t("conflict.takeTheirs")}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => edits.decide(path, true)}>
              {t("conflict.keepMine")}
            </Button>
          </span>
        </div>
      ))}
    </div>
  );
}
