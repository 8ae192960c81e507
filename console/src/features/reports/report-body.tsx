import { Button } from "@mantine/core";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { ExportButton } from "../../ui/export-button.tsx";
import { SeriesSearch } from "../../ui/series-search.tsx";
import { CostDialog } from "./cost-dialog.tsx";
import { Ledger } from "./ledger.tsx";
import { Playback } from "./playback.tsx";
import type { ChangeAddress, ReportAddress } from "./report-address.ts";
import { Retention } from "./retention.tsx";
import { Revenue } from "./revenue.tsx";
import { Subscriptions } from "./subscriptions.tsx";
import type { Answer, ReportOf } from "./use-report.ts";
import { Campaigns, Funnel } from "./visitors.tsx";

/** A report with its pictures and tables. */
export function ReportBody({
  answer,
  address,
  change,
  play,
}: {
  answer: Answer;
  address: ReportAddress;
  change: ChangeAddress;
  /** Plays a moment of an episode. */
  play: (episode: { id: string; number: number }, seconds: number) => void;
}) {
  switch (answer.kind) {
    case "funnel":
      return <Funnel report={answer.report} address={address} change={change} />;
    case "campaigns":
      return <CampaignsWithCosts report={answer.report} change={change} />;
    case "retention":
      return (
        <Retention
          report={answer.report}
          address={address}
          change={change}
          chooseSeries={
            <SeriesSearch
              label={t("reports.retention.choose")}
              without={[answer.report.series?.id ?? ""]}
              add={(id) => change({ series: id })}
            />
          }
          play={play}
        />
      );
    case "revenue":
      return <Revenue report={answer.report} change={change} />;
    case "subscriptions":
      return <Subscriptions report={answer.report} />;
    case "playback":
      return <Playback report={answer.report} />;
    case "ledger": {
      const { from, to } = answer.report;
      return (
        <Ledger
          report={answer.report}
          exportEntries={
            <ExportButton kind="entries" params={{ from, to }} label={t("reports.ledger.entries")} />
          }
        />
      );
    }
  }
}

function CampaignsWithCosts({ report, change }: { report: ReportOf["campaigns"]; change: ChangeAddress }) {
  const [params, setAddress] = useAddress();
  const mayEnter = useMay("campaign");
  const group = report.rows[0]?.key ?? "Autumn";
  return (
    <>
      <Campaigns
        report={report}
        change={change}
        enterCost={
          mayEnter && (
            <Button onClick={() => setAddress({ dialog: "cost" })}>{t("reports.cost.enter")}</Button>
          )
        }
      />
      {mayEnter && (
        <CostDialog
          opened={params.get("dialog") === "cost"}
          by={report.by}
          example={`${group}, ${report.to}, EUR, 12.50`}
          close={() => setAddress({ dialog: null })}
        />
      )}
    </>
  );
}
