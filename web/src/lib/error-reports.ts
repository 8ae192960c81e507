import {
  BrowserClient,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  globalHandlersIntegration,
  httpContextIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from "@sentry/browser";
import { takeBufferedErrors } from "./buffered-errors.ts";
import { scrubReport } from "./scrub-report.ts";
import { storage } from "./storage.ts";

/** The projects that receive error reports. */
export interface Projects {
  dsn: string | null;
  dsnMarketing: string | null;
  marketingDomain: string | null;
}

/** A page that fails all the time has reported enough by then. */
const MAX_REPORTS = 20;

/** Returns the project for a host: the marketing site's when the host name contains its domain (R87). */
export function dsnFor({ dsn, dsnMarketing, marketingDomain }: Projects, host: string): string | null {
  const marketing = marketingDomain !== null && marketingDomain !== "" && host.includes(marketingDomain);
  return marketing ? (dsnMarketing ?? dsn) : dsn;
}

/** Reports errors to a project from now on, beginning with the buffered ones. No sessions, traces or breadcrumbs. */
export function startErrorReports(dsn: string): void {
  let sent = 0;
  const client = new BrowserClient({
    dsn,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [
      globalHandlersIntegration({ onerror: true, onunhandledrejection: true }),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
    ],
    sendClientReports: false,
    maxBreadcrumbs: 0,
    beforeSend(event) {
      sent += 1;
      return sent > MAX_REPORTS ? null : scrubReport(event, secrets());
    },
  });
  getCurrentScope().setClient(client);
  client.init();
  for (const error of takeBufferedErrors()) client.captureException(error);
}

/** Values stored in this browser that no report may contain. */
function secrets(): string[] {
  const names = ["referrerToken", "fbclid", "ttclid", "userToken", "userId"] as const;
  return names.flatMap((name) => storage.get(name) ?? []);
}
