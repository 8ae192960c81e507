import type { Site } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { WifiOff } from "lucide-react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import { i18nOf } from "../all-messages.ts";
import { SiteContext } from "../features/site/site-context.ts";
import { Wordmark } from "../features/site/wordmark.tsx";
import { LanguageProvider } from "../lib/language-provider.tsx";
import { translator } from "../lib/messages.ts";
import { escapeHtml } from "../loader/server/document-head.ts";
import { entrySource, type Manifest, scriptFile, styleFiles } from "../loader/server/manifest.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

interface OfflinePageInput {
  manifest: Manifest;
  language: Language;
  site: Site;
}

/** The page that a device shows without a connection: the product's frame, and nothing that a server would have to say. */
export function offlinePage({ manifest, language, site }: OfflinePageInput): string {
  const i18n = i18nOf(language);
  const t = translator(i18n);
  // The empty address is the page that could not be fetched.
  const body = renderToString(
    <LanguageProvider i18n={i18n}>
      <SiteContext value={site}>
        <Router ssrPath="/">
          <header className="gutter flex min-h-14 items-center md:h-19">
            <Wordmark />
          </header>
          <main>
            <Message level="h1" icon={<WifiOff aria-hidden className="size-7" />} title={t("offline.title")}>
              <p>{t("offline.text")}</p>
              <ButtonLink shape="primary" href="">
                {t("offline.retry")}
              </ButtonLink>
            </Message>
          </main>
        </Router>
      </SiteContext>
    </LanguageProvider>,
  );
  const styles = [...styleFiles(manifest, [entrySource]).map((file) => `/${file}`), "/theme.css"];
  return [
    `<!doctype html>\n<html lang="${language}">\n<head>`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="theme-color" content="#0c0b10">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(`${t("offline.title")} · ${site.name}`)}</title>`,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<script type="module" src="/${scriptFile(manifest, "src/service-worker/offline-retry.ts")}"></script>`,
    `</head>\n<body>${body}</body>\n</html>\n`,
  ].join("\n");
}
