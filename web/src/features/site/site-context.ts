import type { Site } from "@cliffhanger/contract";
import { createContext, useContext } from "react";

/** The installation's branding. It is part of the page's state, so it is known before the first render. */
export const SiteContext = createContext<Site | null>(null);

/** Returns the site's name, logo, colours and languages. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteContext above it.");
  return site;
}
