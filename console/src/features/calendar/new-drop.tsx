import type { ReleaseNew, ReleasesPlanned } from "@cliffhanger/contract/console/releases";
import { Button, Checkbox, NumberInput, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { isDay } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useDialogDraft } from "../../lib/use-form-draft.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { ZoneSelect } from "../../ui/zone-select.tsx";
import styles from "./calendar.module.css";
import { episodeWords, planWords, weekdayName } from "./drop-words.ts";
import { type ChosenSeries, SeriesChoice } from "./series-choice.tsx";
import { useRefreshReleases } from "./use-releases.ts";

const weekdays = Array.from({ length: 7 }, (_, at) => at + 1);

/** What the form holds. */
interface Form {
  chosen: ChosenSeries | null;
  kind: ReleaseNew["kind"];
  from: string;
  time: string;
  zone: string;
  perTime: number;
  days: readonly number[];
  numbers: string;
}

/** Plans a series, or gives some of its episodes a time. What would be planned is shown before it is. */
export function NewDrop({
  day,
  zone: usual,
  series,
  close,
}: {
  day: string;
  zone: string;
  /** The series whose episodes come; absent: it is chosen. */
  series?: string;
  close: () => void;
}) {
  const refresh = useRefreshReleases();
  const act = useAct();
  const [form, keep, leave] = useDialogDraft<Form>(
    `drop:${series ?? ""}:${day}`,
    {
      chosen: null,
      kind: "plan",
      from: day,
      time: "18:00",
      zone: usual,
      perTime: 2,
      days: [1, 2, 3, 4, 5],
      numbers: "",
    },
    close,
  );
  const { chosen, kind, from, time, zone, perTime, days, numbers } = form;
  const seriesId = series ?? chosen?.id ?? null;
  const [planned, setPlanned] = useState<ReleasesPlanned["planned"] | null>(null);
  const wanted = (): ReleaseNew =>
    kind === "plan"
      ? { kind, seriesId: seriesId ?? "", from, time, zone, weekdays: [...days], perTime }
      : { kind, seriesId: seriesId ?? "", numbers: numbersOf(numbers), localAt: `${from}T${time}`, zone };
  const show = () =>
    act.run(async () =>
      setPlanned((await call("POST /api/console/releases", { ...wanted(), dryRun: true })).planned),
    );
  const save = () =>
    act.run(async () => {
      await call("POST /api/console/releases", wanted());
      await refresh();
      showToast(t("calendar.planned"));
      leave();
    });
  // What was shown is not what would be planned after a change of the form.
  const set = (fields: Partial<Form>) => {
    setPlanned(null);
    keep(fields);
  };
  const canShow = seriesId !== null && (kind === "plan" ? days.length > 0 : numbersOf(numbers).length > 0);
  return (
    <Dialog opened title={t("calendar.new")} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void (planned === null ? show() : save());
        }}
      >
        {series === undefined && <SeriesChoice value={chosen} change={(to) => set({ chosen: to })} />}
        <Select
          label={t("calendar.kind")}
          data={(["plan", "set"] as const).map((value) => ({ value, label: t(`calendar.kind.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(to) => to !== null && set({ kind: to })}
        />
        {kind === "plan" ? (
          <>
            <NumberInput
              label={t("calendar.perTime")}
              min={1}
              max={10}
              allowDecimal={false}
              value={perTime}
              error={act.fields["perTime"]}
              onChange={(to) => set({ perTime: Number(to) || 1 })}
            />
            <Checkbox.Group
              label={t("calendar.weekdays")}
              value={days.map(String)}
              error={act.fields["weekdays"]}
              onChange={(to) => set({ days: to.map(Number) })}
            >
              <div className={styles.days}>
                {weekdays.map((one) => (
                  <Checkbox key={one} value={String(one)} label={weekdayName(one)} />
                ))}
              </div>
            </Checkbox.Group>
          </>
        ) : (
          <TextInput
            label={t("calendar.numbers")}
            placeholder="5-6"
            value={numbers}
            error={act.fields["episodes"]}
            onChange={(event) => set({ numbers: event.currentTarget.value })}
          />
        )}
        <div className={styles.fields}>
          <TextInput
            type="date"
            label={t(kind === "plan" ? "calendar.from" : "calendar.day")}
            value={from}
            required
            error={act.fields["from"] ?? act.fields["localAt"]}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t("calendar.hour")}
            value={time}
            required
            error={act.fields["time"]}
            onChange={(event) => set({ time: event.currentTarget.value })}
          />
        </div>
        <ZoneSelect
          label={t("calendar.zone")}
          value={zone}
          error={act.fields["zone"]}
          change={(to) => set({ zone: to })}
        />
        {kind === "plan" && days.length > 0 && isDay(from) && (
          <p className={styles.sentence}>{planWords({ from, time, zone, weekdays: days, perTime })}</p>
        )}
        {planned && <Planned planned={planned} />}
        <Failure text={act.failure ?? act.fields["episodes"] ?? null} />
        <DialogActs>
          <Button variant="default" onClick={leave}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={act.busy} disabled={!canShow || planned?.length === 0}>
            {t(planned === null ? "calendar.show" : "calendar.plan")}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}

function Planned({ planned }: { planned: ReleasesPlanned["planned"] }) {
  if (planned.length === 0) return <p role="status">{t("calendar.nothingToPlan")}</p>;
  return (
    <div role="status">
      <p>{t("calendar.wouldPlan", { count: planned.length })}</p>
      <ul className={styles.planned}>
        {planned.map(({ localAt, zone, moved, numbers }) => (
          <li key={localAt}>
            {localAt.replace("T", ", ")} {zone} · {episodeWords(numbers.map((number) => ({ number })))}
            {moved !== null && ` · ${t("calendar.clockChange", { time: moved.slice(11) })}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Reads "5", "5-6" or "5, 7"; nothing from anything else. */
function numbersOf(text: string): number[] {
  return text.split(",").flatMap((part) => {
    const [, from, to] = /^\s*(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?\s*$/.exec(part) ?? [];
    const first = Number(from);
    const count = Number(to ?? from) - first + 1;
    return count > 0 && count <= 10 ? Array.from({ length: count }, (_, at) => first + at) : [];
  });
}
