import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { plansQuery } from "../features/billing/queries.ts";
import { usePreferences } from "../features/playback/preferences.ts";
import { savesData } from "../lib/saves-data.ts";
import { useLanguage } from "../lib/use-language.ts";
import { prefetchSheet } from "../ui/sheet.tsx";

/** The paywall that follows the episode on the screen. */
interface Paywall {
  seriesId: string;
  /** Loads its code. */
  load: () => Promise<void>;
}

/**
 * Prefetches the code of sheets once the viewer stays, and before a locked episode that of the paywall with its prices: at the
 * end of the last free episode only the offer itself is still requested.
 */
export function usePrefetchedSheets(stays: boolean, paywall: Paywall | null): void {
  const client = useQueryClient();
  const language = useLanguage();
  const { saver } = usePreferences();
  const wanted = stays && !saver;
  const isPaywallNext = paywall !== null;
  const prefetch = useEffectEvent(async (ahead: boolean) => {
    if (savesData()) return;
    await prefetchSheet();
    if (!ahead || !paywall) return;
    await Promise.all([paywall.load(), client.prefetchQuery(plansQuery(paywall.seriesId, language))]);
  });
  useEffect(() => {
    // What could not be fetched is requested again when it opens.
    if (wanted) prefetch(isPaywallNext).catch(() => undefined);
  }, [wanted, isPaywallNext]);
}
