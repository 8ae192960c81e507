import { matchScreen, type Route, type ScreenName } from "@cliffhanger/contract/screens";
import { createElement, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { SiteFooter } from "../features/site/site-footer.tsx";
import { SiteHeader } from "../features/site/site-header.tsx";
import { useMessages } from "../lib/use-language.ts";
import { loadScreen, readyScreen } from "../loader/client/load-screen.ts";
import { BottomTabs } from "./bottom-tabs.tsx";
import { MainNav } from "./main-nav.tsx";
import { screens } from "./screens.ts";
import { keepScroll, restoreScroll } from "./scroll-memory.ts";

/** The frame around every screen, and the screen that the address names. */
export function Pages({ missingPath }: { missingPath: string | null }) {
  const t = useMessages();
  const [path] = useLocation();
  const route: Route = path === missingPath ? { name: "notFound" } : matchScreen(path);
  const main = useFocusOnChange(path);
  useScrollOnReturn(path);
  const { frame } = screens[route.name];
  return (
    <>
      <a
        href="#main"
        className="primary fixed top-2 left-2 z-50 -translate-y-20 rounded-lg px-5 py-3 font-semibold focus:translate-y-0"
      >
        {t("site.skip")}
      </a>
      {/* Suspense boundaries let the frame hydrate separately, so input is never blocked by all of it. */}
      {frame === "none" ? null : (
        <Suspense>
          <SiteHeader className={frame === "player" ? "hidden wide:flex" : "flex"}>
            <MainNav path={path} />
          </SiteHeader>
        </Suspense>
      )}
      <main id="main" ref={main} tabIndex={-1}>
        <CurrentScreen key={route.name === "watch" ? route.seriesId : route.name} name={route.name} />
      </main>
      {frame === "full" ? (
        <>
          <Suspense>
            <SiteFooter />
          </Suspense>
          <div className="h-16 md:hidden" />
          <Suspense>
            <BottomTabs path={path} />
          </Suspense>
        </>
      ) : null}
    </>
  );
}

function CurrentScreen({ name }: { name: ScreenName }) {
  const [, setReady] = useState(0);
  const Screen = readyScreen(name);
  useEffect(() => {
    // Only a step back in the history comes here without its code; a failed fetch of code ends in a fresh page.
    if (!Screen)
      loadScreen(name).then(
        () => setReady((count) => count + 1),
        () => location.reload(),
      );
  }, [name, Screen]);
  return Screen ? createElement(Screen) : <div className="min-h-dvh" />;
}

// After a change of screen the focus goes to the new content, so that a screen reader begins there.
function useFocusOnChange(path: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

// Steps back and forward in the history find the screen as it was left. The browser would try by itself, too early:
// while the old screen still stands. A reload is left to it.
function useScrollOnReturn(path: string): void {
  const shown = useRef(path);
  const returning = useRef(false);
  useEffect(() => {
    const note = () => {
      // A step to another part of the same page is the browser's own.
      if (location.pathname === shown.current) return;
      returning.current = true;
      keepScroll(shown.current);
    };
    window.addEventListener("popstate", note);
    return () => window.removeEventListener("popstate", note);
  }, []);
  useEffect(() => {
    shown.current = path;
    if (!returning.current) return;
    returning.current = false;
    restoreScroll(path);
  }, [path]);
}
