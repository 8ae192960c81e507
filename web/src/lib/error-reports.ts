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

/** The projects that faults may be reported to. */
export interface Projects {
  dsn: string | null;
  dsnMarketing: string | null;
  marketingDomain: string | null;
}

/** A page that fails all the time has said so by then. */
const most = 20;

/** R87: the project for a host: the marketing site's where the name contains its domain. */
export function dsnFor({ dsn, dsnMarketing, marketingDomain }: Projects, host: string): string | null {
  const marketing = marketingDomain !== null && marketingDomain !== "" && host.includes(marketingDomain);
  return marketing ? (dsnMarketing ?? dsn) : dsn;
}

/** Reports faults to a project from now on, and those that waited. No sessions, no traces, no breadcrumbs. */
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
      return sent > most ? null : scrubReport(event, secrets());
    },
  });
  getCurrentScope().setClient(client);
  client.init();
  for (const fault of takeBufferedErrors()) client.captureException(fault);
}

/** What this browser keeps that must not travel in any words. */
function secrets(): string[] {
  const names = ["referrerToken", "fbclid", "ttclid", "userToken", "userId"] as const;
  return names.flatMap((name) => storage.get(name) ?? []);
}
