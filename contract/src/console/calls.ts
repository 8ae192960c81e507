import type { Call } from "../call.ts";
import { consoleCaptionCalls } from "./caption-calls.ts";
import { consoleEpisodeCalls } from "./episode-calls.ts";
import { consoleHomeCalls } from "./home-calls.ts";
import { consoleJobCalls } from "./job-calls.ts";
import { consoleOrderCalls } from "./order-calls.ts";
import { consolePageCalls } from "./page-calls.ts";
import { consolePeopleCalls } from "./people-calls.ts";
import { consolePictureCalls } from "./picture-calls.ts";
import { consolePlanCalls } from "./plan-calls.ts";
import { consolePreviewCalls } from "./preview-calls.ts";
import { consoleReleaseCalls } from "./release-calls.ts";
import { consoleReportCalls } from "./report-calls.ts";
import { consoleReviewCalls } from "./review-calls.ts";
import { consoleSearchCalls } from "./search-calls.ts";
import { consoleSeriesCalls } from "./series-calls.ts";
import { consoleSessionCalls } from "./session-calls.ts";
import { consoleSiteCalls } from "./site-calls.ts";
import { consoleTagCalls } from "./tag-calls.ts";
import { consoleTeamCalls } from "./team-calls.ts";
import { consoleTextsCalls } from "./texts-calls.ts";
import { consoleTicketCalls } from "./ticket-calls.ts";
import { consoleTodayCalls } from "./today-calls.ts";

/** The calls of the operators' console. They are described at /api/console/openapi.json only. */
export const consoleCalls = {
  ...consoleSessionCalls,
  ...consoleTeamCalls,
  ...consoleSeriesCalls,
  ...consoleEpisodeCalls,
  ...consoleCaptionCalls,
  ...consoleTagCalls,
  ...consoleTextsCalls,
  ...consolePictureCalls,
  ...consoleHomeCalls,
  ...consolePreviewCalls,
  ...consoleReleaseCalls,
  ...consolePageCalls,
  ...consoleSiteCalls,
  ...consoleJobCalls,
  ...consolePeopleCalls,
  ...consoleTicketCalls,
  ...consoleSearchCalls,
  ...consoleOrderCalls,
  ...consolePlanCalls,
  ...consoleTodayCalls,
  ...consoleReviewCalls,
  ...consoleReportCalls,
} as const satisfies Record<string, Call>;
