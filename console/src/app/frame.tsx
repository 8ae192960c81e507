import { Suspense, useEffect, useRef } from "react";
import { Route, Switch, useLocation } from "wouter";
import { FreshDialog } from "../features/fresh/fresh-dialog.tsx";
import { SearchDialog } from "../features/search/search-dialog.tsx";
import { useMe } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { Page } from "../ui/page.tsx";
import { Panel, PanelBody } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";
import { Activity } from "./activity.tsx";
import styles from "./frame.module.css";
import { KeyList } from "./key-list.tsx";
import { Navigation } from "./navigation.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { type Screen, screens } from "./screens.ts";
import { SessionEnd } from "./session-end.tsx";
import { Topbar } from "./topbar.tsx";

/** The frame of all screens of a signed-in operator: navigation, the bar above, and the screen at the address. */
export function Frame() {
  const { permissions } = useMe();
  const main = useFocusOnNavigation();
  const mine = screens.filter(({ permission }) => permissions.includes(permission));
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {t("nav.skip")}
      </a>
      <Navigation screens={mine} />
      <div className={styles.right}>
        <Topbar />
        <OfflineBar />
        <SessionEnd />
        <main id="main" className={styles.main} tabIndex={-1} ref={main}>
          <Suspense fallback={<Skeletons rows={6} />}>
            <Switch>
              {mine.map(({ path, Content }) => (
                <Route key={path} path={path} component={Content} />
              ))}
              <Route component={NotFound} />
            </Switch>
          </Suspense>
        </main>
      </div>
      <SearchDialog places={placesOf(mine)} />
      <FreshDialog />
      <KeyList />
      <Activity />
    </div>
  );
}

/** The screens that open by their address alone. */
function placesOf(mine: readonly Screen[]) {
  return mine
    .filter(({ isInner }) => !isInner)
    .map(({ path, title }) => ({ path: path.replace(/\/:.*$/, ""), title: t(title) }));
}

function NotFound() {
  return (
    <Page title={t("notFound.title")}>
      <Panel title={t("notFound.heading")}>
        <PanelBody>
          <p>{t("notFound.text")}</p>
        </PanelBody>
      </Panel>
    </Page>
  );
}

/** Moves the focus to the screen when another one opens, so that the keyboard and a screen reader begin there. */
function useFocusOnNavigation() {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path]);
  return main;
}
