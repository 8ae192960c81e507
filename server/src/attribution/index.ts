export { attributionListener } from "./account/listener.ts";
export { attributionTask } from "./aggregation/task.ts";
export { type Attribution, openAttribution } from "./attribution.ts";
export { type Cost, setCosts } from "./costs/costs.ts";
export { sumCosts } from "./costs/repository.ts";
export { csvOf } from "./funnel/csv.ts";
export { htmlOf } from "./funnel/html.ts";
export { type Report, type ReportOptions, type ReportRow, readReport } from "./funnel/report.ts";
export { type Grouping, groupings, type TouchModel } from "./funnel/repository.ts";
export { textOf } from "./funnel/text.ts";
export { orderListener } from "./orders/fix.ts";
export { listAllowed, listPersonSteps, listVisits } from "./people/repository.ts";
export { listPixelEvents } from "./reports/pixel-events.ts";
export { readPlayback } from "./reports/qoe/playback.ts";
export { openEventReports, reportRetentionTask } from "./reports/reports.ts";
export { countEpisodeErrors } from "./reports/repository.ts";
export { registerReports } from "./reports/routes.ts";
export { firstStepDay, firstVisitDay, mostBegun } from "./retention/repository.ts";
export { lossesOf, type RetentionGroup, readSeriesRetention } from "./retention/retention.ts";
export { registerAttribution } from "./routes.ts";
export { noteSteps } from "./steps/note.ts";
export { stepPartitions } from "./steps/repository.ts";
export type { Step, StepName } from "./steps/step.ts";
export {
  countVisitorsOf,
  listSeriesReach,
  readFirstPicture,
  type SeriesReach,
} from "./today/repository.ts";
export { readRequestClick } from "./touches/click.ts";
export { touchPartitions } from "./touches/repository.ts";
