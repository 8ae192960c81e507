import { useEffect } from "react";

/**
 * Scrolls to the part of a text that the address names, and expands it if it is collapsed.
 * @param text which text is rendered; null while none is
 */
export function useAnchor(text: string | null): void {
  useEffect(() => {
    if (text === null) return undefined;
    // The browser has scrolled there itself where the text was in the page's markup.
    const target = show();
    if (target && window.scrollY === 0) target.scrollIntoView();
    window.addEventListener("hashchange", show);
    return () => window.removeEventListener("hashchange", show);
  }, [text]);
}

function show(): Element | null {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
  return target;
}
