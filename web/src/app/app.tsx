import type { Site } from "@cliffhanger/contract";
import type { I18n } from "@lingui/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { Router } from "wouter";
import { SiteContext } from "../features/site/site-context.ts";
import { LanguageProvider } from "../lib/language-provider.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { aroundNavigation } from "./navigation.ts";
import { Pages } from "./pages.tsx";

interface AppProps {
  i18n: I18n;
  queryClient: QueryClient;
  site: Site;
  /** On the server: path and query of the request. */
  url?: string;
  /** The path of the first view when the server found nothing there. */
  missingPath?: string | null;
}

/** The whole app, on the server and in the browser alike. */
export function App({ i18n, queryClient, site, url, missingPath = null }: AppProps) {
  return (
    <StrictMode>
      <LanguageProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <SiteContext value={site}>
            <Router {...(url === undefined ? {} : { ssrPath: url })} aroundNav={aroundNavigation}>
              <Pages missingPath={missingPath} />
            </Router>
            <Toaster />
          </SiteContext>
        </QueryClientProvider>
      </LanguageProvider>
    </StrictMode>
  );
}
