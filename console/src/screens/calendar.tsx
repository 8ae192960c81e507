import type { Releases } from "@cliffhanger/contract/console/releases";
import { Button, SegmentedControl, VisuallyHidden } from "@mantine/core";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import { Agenda } from "../features/calendar/agenda.tsx";
import styles from "../features/calendar/calendar.module.css";
import { DayGrid } from "../features/calendar/day-grid.tsx";
import {
  daysOf,
  dayWords,
  monthWords,
  rangeOf,
  stepOf,
  todayIn,
  type View,
  views,
} from "../features/calendar/days.ts";
import { DropDialog } from "../features/calendar/drop-dialog.tsx";
import { NewDrop } from "../features/calendar/new-drop.tsx";
import { useMover, useReleasesQuery } from "../features/calendar/use-releases.ts";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { isDay, zoneShown } from "../lib/time.ts";
import { useAddress } from "../lib/use-address.ts";
import { Failure } from "../ui/failure.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Panel, PanelBody } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** The release calendar: which episodes go live when. Month, week or agenda; the address holds the view and the day. */
export function CalendarScreen() {
  const [params, change] = useAddress();
  const mayChange = useMay("release");
  const today = todayIn(zoneShown());
  const asked = params.get("on");
  const day = isDay(asked) ? asked : today;
  const view: View = views.find((one) => one === params.get("view")) ?? "month";
  const query = useReleasesQuery(rangeOf(view, day));
  const go = (to: string) => change({ on: to === today ? null : to });
  return (
    <Page
      title={t("calendar.title")}
      hint={t("calendar.hint")}
      acts={
        mayChange && (
          <Button
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => change({ dialog: "new", day: null })}
          >
            {t("calendar.new")}
          </Button>
        )
      }
    >
      <div className={styles.bar}>
        <Button
          variant="default"
          aria-label={t("calendar.earlier")}
          onClick={() => go(stepOf(view, day, -1))}
        >
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <Button variant="default" onClick={() => go(today)}>
          {t("calendar.today")}
        </Button>
        <Button variant="default" aria-label={t("calendar.later")} onClick={() => go(stepOf(view, day, 1))}>
          <ChevronRight size={16} aria-hidden />
        </Button>
        <strong className={styles.range}>{view === "agenda" ? dayWords(day) : monthWords(day)}</strong>
        <SegmentedControl
          aria-label={t("calendar.view")}
          data={views.map((value) => ({ value, label: t(`calendar.view.${value}`) }))}
          value={view}
          onChange={(to) => change({ view: to === "month" ? null : to })}
        />
      </div>
      <Loadable
        query={query}
        skeleton={
          <Panel title={monthWords(day)}>
            <Skeletons rows={6} />
          </Panel>
        }
      >
        {(releases) => (
          <Content releases={releases} view={view} day={day} today={today} mayChange={mayChange} />
        )}
      </Loadable>
    </Page>
  );
}

function Content({
  releases,
  view,
  day,
  today,
  mayChange,
}: {
  releases: Releases;
  view: View;
  day: string;
  today: string;
  mayChange: boolean;
}) {
  const [params, change] = useAddress();
  const moving = useMover(releases);
  const mover = mayChange ? moving : null;
  const range = rangeOf(view, day);
  const { drops } = releases;
  const isShown = ({ localAt }: { localAt: string }) =>
    localAt.slice(0, 10) >= range.from && localAt.slice(0, 10) <= range.to;
  const late = drops.filter((drop) => drop.state === "blocked" && !isShown(drop));
  const shown = drops.filter((drop) => isShown(drop));
  const open = drops.find(({ id }) => id === params.get("drop"));
  const asked = params.get("day");
  return (
    <>
      <Failure text={moving.failure} />
      <VisuallyHidden role="status">{moving.said}</VisuallyHidden>
      {releases.isCut && <p>{t("calendar.cut")}</p>}
      {late.length > 0 && (
        <Panel title={t("calendar.late")}>
          <PanelBody>
            <Agenda drops={late} mover={mover} />
          </PanelBody>
        </Panel>
      )}
      {view === "agenda" ? (
        <Agenda drops={shown} mover={mover} />
      ) : (
        <DayGrid
          days={daysOf(range)}
          month={view === "month" ? day.slice(0, 7) : null}
          today={today}
          drops={shown}
          mover={mover}
        />
      )}
      {open && (
        <DropDialog
          key={`${open.id} ${open.version}`}
          drop={open}
          mayChange={mayChange}
          close={() => change({ drop: null }, { replace: true })}
        />
      )}
      {mayChange && params.get("dialog") === "new" && (
        <NewDrop
          day={isDay(asked) ? asked : today}
          zone={zoneShown()}
          close={() => change({ dialog: null, day: null }, { replace: true })}
        />
      )}
    </>
  );
}
