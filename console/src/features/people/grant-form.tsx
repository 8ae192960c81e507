import { Button, NumberInput, SegmentedControl } from "@mantine/core";
import type { FormEvent } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { formatDay } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useNow } from "../../lib/use-now.ts";
import { DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { SeriesSearch } from "../../ui/series-search.tsx";
import styles from "./people.module.css";
import { nameOf } from "./people-rows.tsx";
import { Reason } from "./reason.tsx";
import { type PersonDialogProps, usePersonForm } from "./use-person.ts";

const USUAL_DAYS = 7;
const MAX_DAYS = 3660;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What the form holds. */
interface Form {
  what: "days" | "series";
  days: number;
  series: { id: string; title: string } | null;
  reason: string;
}

/** Grants days of everything, or one series permanently. */
export function GrantForm({ person, close }: PersonDialogProps) {
  const { form, set, leave, act } = usePersonForm<Form>(
    `grant:${person.id}`,
    { what: "days", days: USUAL_DAYS, series: null, reason: "" },
    close,
  );
  const { what, days, series, reason } = form;
  const now = useNow(MINUTE_MS);
  // Only of a number that is allowed: a typed one may lead beyond every calendar.
  const until = () => new Date(now.getTime() + days * DAY_MS).toISOString();
  const isChosen = what === "days" ? days >= 1 && days <= MAX_DAYS : series !== null;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isChosen) return;
    act.send(
      (requestKey) =>
        call("POST /api/console/people/grant", {
          id: person.id,
          reason,
          requestKey,
          ...(what === "days" ? { days } : { seriesId: series?.id ?? "" }),
        }),
      () => {
        showToast(t("grant.done"));
        leave();
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <SegmentedControl
        aria-label={t("grant.what")}
        data={[
          { value: "days", label: t("grant.days") },
          { value: "series", label: t("grant.series") },
        ]}
        value={what}
        onChange={(value) => set({ what: value === "series" ? "series" : "days" })}
      />
      {what === "days" ? (
        <NumberInput
          label={t("grant.count")}
          value={days}
          min={1}
          max={MAX_DAYS}
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => set({ days: Number(value) })}
        />
      ) : (
        <SeriesSearch
          label={series?.title ?? t("grant.choose")}
          without={[]}
          add={(id, title) => set({ series: { id, title } })}
        />
      )}
      <Reason value={reason} change={(to) => set({ reason: to })} error={act.fields["reason"]} />
      {isChosen && (
        <Effect
          sentences={[
            what === "days"
              ? t("grant.effectDays", { name: nameOf(person), at: formatDay(until()) })
              : t("grant.effectSeries", { name: nameOf(person), series: series?.title ?? "" }),
            t("grant.effectFree"),
          ]}
        />
      )}
      <Failure text={act.fields["grant"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={leave}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={act.busy} disabled={!isChosen}>
          {t("grant.act")}
        </Button>
      </DialogActs>
    </form>
  );
}
