import { useEffect } from "react";

/**
 * Shows the part of a text that the address names, and unfolds it where it is folded.
 * @param text which text is there; null while none is
 */
export function useAnchor(text: string | null): void {
  useEffect(() => {
    if (text === null) return undefined;
    // The browser went there by itself where the text came with the page.
    const arrived = show();
    if (arrived && window.scrollY === 0) arrived.scrollIntoView();
    window.addEventListener("hashchange", show);
    return () => window.removeEventListener("hashchange", show);
  }, [text]);
}

function show(): Element | null {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
  return target;
}
