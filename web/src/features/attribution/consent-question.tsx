import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import type { Consent } from "./consent.ts";
import { ConsentBanner } from "./consent-banner.tsx";
import { ConsentSheet } from "./consent-sheet.tsx";
import { all, type Purpose } from "./purposes.ts";

/** Where somebody pays or fills in a form, nobody asks for anything else. */
const busy = /^\/(?:login|register|retrievePassword|shopping|individual|contactUs|order)(?:\/|$)/;
const address = "#consent";

/** The question about consent: the banner while it is open, the sheet whenever somebody asks for it. */
export function ConsentQuestion({ consent, purposes }: { consent: Consent; purposes: readonly Purpose[] }) {
  const [path] = useLocation();
  const { allowed, open, refused } = useSyncExternalStore(consent.subscribe, consent.get);
  const [sheet, setSheet] = useState(false);
  useLinks(() => setSheet(true));
  return (
    <>
      {open && !sheet && !busy.test(path) ? (
        <ConsentBanner
          purposes={purposes}
          place={path.startsWith("/videos/") ? "top" : "bottom"}
          onChoose={(yes) => consent.choose(all(purposes, yes))}
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

// A link to the choices is a plain link: it stands in pages that were drawn before anything of this was there.
function useLinks(show: () => void): void {
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
