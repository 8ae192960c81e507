import { unpack } from "@cliffhanger/contract/packed";
import type { PageState } from "@cliffhanger/contract/page-state";
import { matchScreen } from "@cliffhanger/contract/screens";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { seedContinuePlace } from "./features/library/continue-hint.ts";
import { configQuery } from "./features/site/queries.ts";
import { bufferErrors } from "./lib/buffered-errors.ts";
import { seedCounts } from "./lib/format-count.ts";
import { isLanding, recordLanding, saveLanding, takeLandingQuery } from "./lib/landing.ts";
import { chooseLanguage, writeLanguageCookie } from "./lib/language.ts";
import { loadCoreMessages, switchLanguage } from "./lib/load-messages.ts";
import { activate, createI18n } from "./lib/messages.ts";
import { readPage } from "./lib/read-page.ts";
import { seedQueries } from "./lib/seed-queries.ts";
import { watchSession } from "./lib/session.ts";
import { storage } from "./lib/storage.ts";
import { userQuery } from "./lib/user.ts";
import { whenIdle } from "./lib/when-idle.ts";
import { whenParsed } from "./lib/when-parsed.ts";
import { yieldToMain } from "./lib/yield-to-main.ts";
import { takeEarlyPresses } from "./loader/client/boot.ts";
import { loadScreen } from "./loader/client/load-screen.ts";
import { replayEarlyInput } from "./loader/client/replay-input.ts";
import "./styles/app.css";

bufferErrors();
void whenParsed().then(() => {
  const root = document.getElementById("app");
  const state = readPage("page-state");
  if (root && state) void start(root, state);
});

async function start(container: HTMLElement, page: PageState): Promise<void> {
  await yieldToMain();
  const search = takeLandingQuery();
  saveLanding(search, storage);
  recordLanding();
  window.addEventListener("popstate", () => saveLanding(location.search, storage));
  const chosen = chooseLanguage({
    search,
    isLanding: isLanding(),
    store: storage,
    browser: navigator.languages,
    offered: page.site.languages,
  });
  // Before any call: whether it can be read back tells whether cookies work (R59).
  writeLanguageCookie(chosen);

  const screen = page.notFound ? "notFound" : matchScreen(location.pathname).name;
  await yieldToMain();
  const i18n = createI18n(page.language, {});
  activate(i18n);
  await Promise.all([loadCoreMessages(i18n), loadScreen(screen)]);
  const queryClient = createQueryClient();
  watchSession(queryClient);
  seedCounts(page.language, page.counts);
  seedContinuePlace(page.continues);
  seedQueries(queryClient, page.language, unpack({ shared: page.shared, value: page.queries }));
  seedQueries(queryClient, page.language, readPage("viewer-state")?.queries ?? []);

  const app = (
    <App
      i18n={i18n}
      queryClient={queryClient}
      site={page.site}
      missingPath={page.notFound ? location.pathname : null}
    />
  );
  // In separate tasks, between which input is handled. The server's markup is in its language.
  const replay = replayEarlyInput(container, takeEarlyPresses());
  if (container.firstElementChild && chosen === page.language) {
    startTransition(() => void hydrateRoot(container, app));
    replay();
  } else {
    await switchLanguage(chosen);
    createRoot(container).render(app);
  }

  whenIdle(() =>
    import("./app/after-paint.ts").then(
      (later) => later.runAfterPaint(screen, queryClient, page.site),
      () => undefined,
    ),
  );
  // R37: at start the root loads whoever uses it. Without an answer the app runs on as for a guest.
  void queryClient.prefetchQuery(userQuery(chosen));
  // R85: at start one call fetches the entries. R95: its failure is not handled here, the app runs without it.
  await queryClient.fetchQuery(configQuery(chosen));
}
