import type { ReleaseDrop } from "@cliffhanger/contract/console/releases";
import { Button, TextInput } from "@mantine/core";
import { Link } from "wouter";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useDialogDraft } from "../../lib/use-form-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Mark } from "../../ui/mark.tsx";
import styles from "./calendar.module.css";
import { episodeWords, lackWords } from "./drop-words.ts";
import { isMovable, useRefreshReleases } from "./use-releases.ts";

const endWords = {
  cancelled: () => t("calendar.cancelled"),
  takenBack: () => t("calendar.takenBack"),
  rest: () => t("calendar.restCancelled"),
};

/** One drop: its episodes, and what can be done with it. */
export function DropDialog({
  drop,
  mayChange,
  close,
}: {
  drop: ReleaseDrop;
  mayChange: boolean;
  close: () => void;
}) {
  const refresh = useRefreshReleases();
  const act = useAct();
  const { id, version } = drop;
  const [{ day, time }, set, leave] = useDialogDraft(
    `drop-move:${id}:${version}`,
    {
      day: drop.localAt.slice(0, 10),
      time: drop.localAt.slice(11),
    },
    close,
  );
  const run = (work: () => Promise<string>) =>
    act.run(async () => {
      let said: string;
      try {
        said = await work();
      } finally {
        await refresh();
      }
      showToast(said);
      leave();
    });
  const move = () =>
    run(async () => {
      await call("POST /api/console/releases/move", { id, version, localAt: `${day}T${time}` });
      return t("calendar.moved");
    });
  // The server says what it did: the time to take a drop back may have ended while this was open.
  const cancel = () =>
    run(async () => endWords[(await call("POST /api/console/releases/cancel", { id, version })).done]());
  // What was released earlier stays visible; only the rest can still be cancelled.
  const isBegun = drop.episodes.some(({ isReleased }) => isReleased);
  const lack = lackWords(drop);
  return (
    <Dialog opened title={drop.title} close={close}>
      <div className={styles.form}>
        <p>
          {drop.localAt.replace("T", ", ")} {drop.zone}
          {drop.moved !== null && ` · ${t("calendar.clockChange", { time: drop.moved.slice(11) })}`}
        </p>
        <ul className={styles.episodes} aria-label={episodeWords(drop.episodes)}>
          {drop.episodes.map(({ number, isReady, isReleased, languages }) => (
            <li key={number}>
              <span>{t("calendar.episode", { number })}</span>
              <Mark tone={isReleased ? "green" : isReady ? "blue" : "amber"}>
                {t(isReleased ? "calendar.released" : isReady ? "calendar.ready" : "calendar.noFilm")}
              </Mark>
              <span className={styles.quiet}>
                {languages.length > 0
                  ? languages.map((code) => code.toUpperCase()).join(" ")
                  : t("calendar.noTitle")}
              </span>
            </li>
          ))}
        </ul>
        <p>
          <Link href={`/series/${drop.seriesId}/episodes`}>{t("calendar.openSeries")}</Link>
        </p>
        <Failure text={lack} />
        {mayChange && isMovable(drop) && (
          <form
            className={styles.fields}
            aria-label={t("calendar.moveTo")}
            onSubmit={(event) => {
              event.preventDefault();
              void move();
            }}
          >
            <TextInput
              type="date"
              label={t("calendar.day")}
              value={day}
              required
              onChange={(event) => set({ day: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label={t("calendar.time", { zone: drop.zone })}
              value={time}
              required
              onChange={(event) => set({ time: event.currentTarget.value })}
            />
            <Button type="submit" variant="default" loading={act.busy}>
              {t("calendar.moveTo")}
            </Button>
          </form>
        )}
        <Failure text={Object.values(act.fields)[0] ?? act.failure} />
        <DialogActs>
          {mayChange && drop.takeBackUntil !== null && (
            <Button color="red" loading={act.busy} onClick={() => void cancel()}>
              {t("calendar.takeBack")}
            </Button>
          )}
          {mayChange && drop.takeBackUntil === null && isMovable(drop) && (
            <Button variant="default" loading={act.busy} onClick={() => void cancel()}>
              {t(isBegun ? "calendar.cancelRest" : "calendar.cancel")}
            </Button>
          )}
          <Button variant="default" onClick={close}>
            {t("close")}
          </Button>
        </DialogActs>
      </div>
    </Dialog>
  );
}
