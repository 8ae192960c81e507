import { useEffect, useEffectEvent } from "react";

/** Calls back when the page is restored from the back/forward cache: it still shows what it was when it was left. */
export function useRestored(callback: () => void): void {
  const onRestored = useEffectEvent(callback);
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onRestored();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
}
