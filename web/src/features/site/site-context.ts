import type { Site } from "@cliffhanger/contract";
import { createContext, useContext } from "react";

/** The installation's own face. It stands in the page's state, so it is known before the first render. */
export const SiteContext = createContext<Site | null>(null);

/** The site's name, logo, colours and languages. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteContext above it.");
  return site;
}
