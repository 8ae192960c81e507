import { Button } from "@mantine/core";
import { Plus } from "lucide-react";
import { Link } from "wouter";
import { Drops } from "../features/today/drops.tsx";
import { FirstSteps } from "../features/today/first-steps.tsx";
import { Needs } from "../features/today/needs.tsx";
import { NetDays } from "../features/today/net-days.tsx";
import { Numbers } from "../features/today/numbers.tsx";
import { RightNow } from "../features/today/right-now.tsx";
import { Selling } from "../features/today/selling.tsx";
import styles from "../features/today/today.module.css";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { formatWeekday } from "../lib/time.ts";
import { useToday } from "../lib/use-today.ts";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

const REFRESH_MS = 15_000;

/** The first screen: what needs this operator, today's numbers, drops, what runs now and what sells. */
export function TodayScreen() {
  const query = useToday({ everyMs: REFRESH_MS, isAsked: true });
  const at = query.data?.at;
  const mayWrite = useMay("series.write");
  return (
    <Page
      title={t("today.title")}
      {...(at !== undefined && { hint: t("today.hint", formatWeekday(at)) })}
      acts={
        mayWrite && (
          <Button component={Link} href="/series?dialog=upload" leftSection={<Plus size={16} aria-hidden />}>
            {t("today.newSeries")}
          </Button>
        )
      }
    >
      <Loadable query={query} skeleton={<Grey />}>
        {(today) => (
          <>
            <Numbers today={today} />
            <div className={styles.columns}>
              <div className={styles.stack}>
                <Needs needs={today.needs} />
                {today.start && <FirstSteps steps={today.start} />}
                <Selling selling={today.selling} />
              </div>
              <div className={styles.stack}>
                {today.drops && <Drops drops={today.drops} zone={today.zone} />}
                <RightNow running={today.running} />
                <NetDays today={today} />
              </div>
            </div>
          </>
        )}
      </Loadable>
    </Page>
  );
}

function Grey() {
  return (
    <>
      <div className={styles.numbers} aria-hidden>
        {(["net", "members", "unlocks", "visitors", "firstPicture"] as const).map((name) => (
          <div key={name} className={styles.tile}>
            <span className={styles.label}>{t(`today.${name}`)}</span>
          </div>
        ))}
      </div>
      <div className={styles.columns}>
        <Panel title={t("today.needs")}>
          <Skeletons rows={5} />
        </Panel>
        <Panel title={t("today.rightNow")}>
          <Skeletons rows={6} />
        </Panel>
      </div>
    </>
  );
}
