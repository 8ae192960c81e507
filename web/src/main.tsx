import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { fetchAhead } from "./app/fetch-ahead.ts";
import { type PageState, type PrivateState, seedQueries } from "./app/page-state.ts";
import { createQueryClient } from "./app/query-client.ts";
import { matchRoute } from "./app/routes.ts";
import { loadScreen } from "./app/screen-registry.ts";
import { configQuery } from "./features/site/queries.ts";
import { activate, createI18n } from "./lib/i18n.ts";
import { captureLanding } from "./lib/landing.ts";
import { chooseLanguage, writeLanguageCookie } from "./lib/language.ts";
import { loadLocale, switchLanguage } from "./lib/locales.ts";
import { storage } from "./lib/storage.ts";
import "./styles/app.css";

const root = document.getElementById("app");
const state = readJson<PageState>("state");
if (root && state) void start(root, state);

async function start(container: HTMLElement, page: PageState): Promise<void> {
  captureLanding(location.search, storage);
  window.addEventListener("popstate", () => captureLanding(location.search, storage));
  const chosen = chooseLanguage({
    search: location.search,
    store: storage,
    browser: navigator.languages,
    offered: page.site.languages,
  });

  const screen = page.notFound ? "notFound" : matchRoute(location.pathname).name;
  const [locale] = await Promise.all([loadLocale(page.language), loadScreen(screen)]);
  const i18n = createI18n(page.language, { [page.language]: locale });
  activate(i18n);
  const queryClient = createQueryClient();
  seedQueries(queryClient, page.language, page.queries);
  seedQueries(queryClient, page.language, readJson<PrivateState>("private-state")?.queries ?? []);

  const app = (
    <App
      i18n={i18n}
      queryClient={queryClient}
      site={page.site}
      missingPath={page.notFound ? location.pathname : null}
    />
  );
  if (container.firstElementChild) hydrateRoot(container, app);
  else createRoot(container).render(app);

  if (screen !== "watch") fetchAhead();
  writeLanguageCookie(chosen);
  if (chosen !== page.language) await switchLanguage(i18n, chosen);
  // R85: at start one call fetches the entries. R95: its failure is not handled here, the app runs without it.
  await queryClient.fetchQuery(configQuery(chosen));
}

function readJson<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}
