import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import type { Consent } from "./consent.ts";
import { ConsentBanner } from "./consent-banner.tsx";
import { ConsentSheet } from "./consent-sheet.tsx";
import { allowAll, type Purpose } from "./purposes.ts";

/** Screens for payment and forms do not ask for anything else. */
const undisturbed =
  /^\/(?:login|register|retrievePassword|claim|shopping|individual|contactUs|order)(?:\/|$)/;
const address = "#consent";

/** Renders the consent question: the banner while it is open, the sheet whenever the user opens it. */
export function ConsentQuestion({ consent, purposes }: { consent: Consent; purposes: readonly Purpose[] }) {
  const [path] = useLocation();
  const { allowed, open, refused } = useSyncExternalStore(consent.subscribe, consent.get);
  const [sheet, setSheet] = useState(false);
  useConsentLinks(() => setSheet(true));
  return (
    <>
      {open && !sheet && !undisturbed.test(path) ? (
        <ConsentBanner
          purposes={purposes}
          place={path.startsWith("/videos/") ? "top" : "bottom"}
          onChoose={(yes) => consent.choose(allowAll(purposes, yes))}
          onMore={() => setSheet(true)}
          onLater={consent.later}
        />
      ) : null}
      <ConsentSheet
        open={sheet}
        onClose={() => setSheet(false)}
        purposes={purposes}
        allowed={allowed}
        refused={refused}
        onChoose={(wanted) => {
          consent.choose(wanted);
          setSheet(false);
        }}
      />
    </>
  );
}

// The link to the choices is a plain link, because pages contain it before this code has loaded.
function useConsentLinks(show: () => void): void {
  const onShow = useEffectEvent(show);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link?.getAttribute("href") !== address) return;
      event.preventDefault();
      onShow();
    };
    document.addEventListener("click", onClick);
    if (location.hash === address) {
      history.replaceState(history.state, "", location.pathname + location.search);
      onShow();
    }
    return () => document.removeEventListener("click", onClick);
  }, []);
}
