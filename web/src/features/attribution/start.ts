import type { PublicConfig } from "@cliffhanger/contract";
import { isLanding } from "../../lib/landing.ts";
import { report } from "../../lib/reports.ts";
import { storage } from "../../lib/storage.ts";
import { onTrack } from "../../lib/track.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { createBook } from "./book.ts";
import { type Consent, consentCalls, openConsent } from "./consent.ts";
import { nothing, readChoice, refusesByBrowser } from "./consent-record.ts";
import { createDispatcher } from "./dispatcher.ts";
import { followPages } from "./pages.ts";
import { type Purpose, purposesOf } from "./purposes.ts";
import { vendorsOf } from "./vendors.ts";

/** What somebody is to be asked. */
export interface Question {
  consent: Consent;
  purposes: Purpose[];
}

/**
 * Begins to listen: everything goes into our own books, and to the configured pixels (R86) as far as somebody allows it. Resolves
 * to the question about that; null where no pixel is configured, and so nothing is to be asked.
 */
export async function startAttribution({ list, site }: PublicConfig): Promise<Question | null> {
  const vendors = vendorsOf(list, site.pixels);
  const dispatcher = createDispatcher(vendors);
  // Who chose before is known at once: what happened until now is told as well.
  if (!refusesByBrowser(navigator)) dispatcher.allow(readChoice(storage) ?? nothing);
  const book = createBook({ landing: isLanding(), report });
  onTrack((one) => {
    book(one);
    dispatcher.tell(one);
  });
  followPages();
  if (vendors.length === 0) return null;
  const consent = await openConsent({
    store: storage,
    visit: visitStore,
    browser: navigator,
    ...consentCalls,
  });
  dispatcher.allow(consent.get().allowed);
  consent.subscribe(() => dispatcher.allow(consent.get().allowed));
  return { consent, purposes: purposesOf(vendors) };
}
