import { reportKinds } from "@cliffhanger/contract/console/report-kinds";
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Link, useParams } from "wouter";
import { Film } from "../features/captions/film.tsx";
import { ExportsList } from "../features/reports/exports-list.tsx";
import { type ChangeAddress, type ReportAddress, readAddress } from "../features/reports/report-address.ts";
import { ReportBar } from "../features/reports/report-bar.tsx";
import { ReportBody } from "../features/reports/report-body.tsx";
import styles from "../features/reports/reports.module.css";
import { exportParams, isReport, type ReportOf, useReport } from "../features/reports/use-report.ts";
import { t } from "../lib/messages.ts";
import { formatFull } from "../lib/time.ts";
import { useAddress } from "../lib/use-address.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ExportButton } from "../ui/export-button.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

const tabs = [...reportKinds, "exports"] as const;
const withTouch: readonly string[] = ["funnel", "campaigns", "retention"];

/** The reports, and what was exported of them. Which one, its days and its groups are in the address. */
export function ReportsScreen() {
  const asked = useParams<{ kind?: string }>().kind;
  const kind = tabs.find((tab) => tab === asked) ?? "funnel";
  const [params, change] = useAddress();
  const address = readAddress(params);
  return (
    <>
      {isReport(kind) ? (
        <Report kind={kind} address={address} change={change} />
      ) : (
        <Page title={t("reports.title")}>
          <Tabs kind={kind} address={address} />
          <ExportsList />
        </Page>
      )}
    </>
  );
}

function Report({
  kind,
  address,
  change,
}: {
  kind: keyof ReportOf;
  address: ReportAddress;
  change: ChangeAddress;
}) {
  const query = useReport(kind, address);
  const [played, setPlayed] = useState<{ id: string; number: number; seconds: number } | null>(null);
  return (
    <Page
      title={t("reports.title")}
      acts={
        <>
          <ReportBar
            address={address}
            head={query.data?.report}
            hasTouch={withTouch.includes(kind)}
            change={change}
          />
          <ExportButton kind={kind} params={exportParams(kind, address, query.data)} />
        </>
      }
    >
      <Tabs kind={kind} address={address} />
      <AsOf moment={query.data?.report.asOf ?? null} />
      <div className={styles.body}>
        <Loadable query={query} skeleton={<Skeletons rows={12} />}>
          {(answer) => (
            <ReportBody
              answer={answer}
              address={address}
              change={change}
              play={({ id, number }, seconds) => setPlayed({ id, number, seconds })}
            />
          )}
        </Loadable>
      </div>
      <Dialog
        opened={played !== null}
        title={t("reports.losses.play", { number: played?.number ?? 0 })}
        close={() => setPlayed(null)}
      >
        {played && <Moment {...played} />}
      </Dialog>
    </Page>
  );
}

/** Of which moment the report is, where it was read from a replica, which may be behind. */
function AsOf({ moment }: { moment: string | null }) {
  return moment === null ? null : (
    <p className={styles.asOf}>{t("reports.asOf", { moment: formatFull(moment) })}</p>
  );
}

/** The film of an episode, which opens at a moment. */
function Moment({ id, number, seconds }: { id: string; number: number; seconds: number }) {
  const video = useRef<HTMLVideoElement>(null);
  return (
    <>
      <Film id={id} number={number} video={video} at={seconds} />
      <Button
        mt="sm"
        onClick={() => {
          if (!video.current) return;
          video.current.currentTime = seconds;
          void video.current.play();
        }}
      >
        {t("reports.losses.from", { time: Math.round(seconds) })}
      </Button>
    </>
  );
}

/** The kinds of reports. The days stay when another one is opened. */
function Tabs({ kind, address: { from, to } }: { kind: string; address: ReportAddress }) {
  const days = new URLSearchParams(
    Object.entries({ from, to }).flatMap(([name, day]) => (day ? [[name, day]] : [])),
  );
  const query = days.toString();
  const here = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // On a phone the kinds are a row that scrolls.
    if (tabs.some((tab) => tab === kind))
      here.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [kind]);
  return (
    <nav className={styles.tabs} aria-label={t("reports.kinds")}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          ref={tab === kind ? here : undefined}
          href={`/reports/${tab}${query && `?${query}`}`}
          className={styles.tab}
          aria-current={tab === kind ? "page" : undefined}
        >
          {t(`reports.kind.of.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
