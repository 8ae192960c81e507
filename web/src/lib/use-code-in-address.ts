import { useLayoutEffect, useState } from "react";

/**
 * Returns the code of a link in the address, and its setter; null without one. The code is as valuable as a password, so it is
 * removed from the address and the history as soon as the page runs.
 */
export function useCodeInAddress() {
  const [code, setCode] = useState<string | null>(null);
  useLayoutEffect(() => {
    const url = new URL(location.href);
    const named = url.searchParams.get("code");
    if (named === null) return;
    url.searchParams.delete("code");
    history.replaceState(history.state, "", url);
    setCode(named);
  }, []);
  return [code, setCode] as const;
}
