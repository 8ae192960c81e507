import type { PublicConfig } from "@cliffhanger/contract";
import { isLanding } from "../../lib/landing.ts";
import { report } from "../../lib/reports.ts";
import { storage } from "../../lib/storage.ts";
import { onStoredElsewhere } from "../../lib/stored-elsewhere.ts";
import { onTrack } from "../../lib/track.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { type Consent, consentCalls, openConsent } from "./consent.ts";
import { nothingAllowed, readChoice, refusesByBrowser } from "./consent-record.ts";
import { createDispatcher } from "./dispatcher.ts";
import { createEventRecorder } from "./event-recorder.ts";
import { type Purpose, purposesOf } from "./purposes.ts";
import { trackPageViews } from "./track-page-views.ts";
import { vendorsOf } from "./vendors.ts";

/** The consent question and its purposes. */
export interface Question {
  consent: Consent;
  purposes: Purpose[];
}

/**
 * Starts tracking: every event goes to our own records, and to the configured pixels (R86) as far as the user allows
 * it. Resolves to the consent question; null where no pixel is configured, so that there is nothing to ask.
 */
export async function startAttribution({ list, site }: PublicConfig): Promise<Question | null> {
  const vendors = vendorsOf(list, site.pixels);
  const dispatcher = createDispatcher(vendors);
  // An earlier choice applies at once, so that the waiting events reach the vendors too.
  if (!refusesByBrowser(navigator)) dispatcher.allow(readChoice(storage) ?? nothingAllowed);
  const record = createEventRecorder({ landing: isLanding(), report });
  onTrack((event) => {
    record(event);
    dispatcher.dispatch(event);
  });
  trackPageViews();
  if (vendors.length === 0) return null;
  const consent = await openConsent({
    store: storage,
    visit: visitStore,
    browser: navigator,
    onStoredElsewhere: (listener) => onStoredElsewhere("consent", listener),
    ...consentCalls,
  });
  dispatcher.allow(consent.get().allowed);
  consent.subscribe(() => dispatcher.allow(consent.get().allowed));
  return { consent, purposes: purposesOf(vendors) };
}
