import { matchScreen } from "@cliffhanger/contract/screens";
import { flushSync } from "react-dom";
import type { AroundNavHandler } from "wouter";
import { saveLanding } from "../lib/landing.ts";
import { prefersStill } from "../lib/prefers-still.ts";
import { storage } from "../lib/storage.ts";
import { loadScreen } from "../loader/client/load-screen.ts";
import { screens } from "./screens.ts";
import { keepScroll } from "./scroll-memory.ts";

// Counts the visitor's moves: a screen whose code arrives after a later one is no longer wanted.
let moves = 0;
if (typeof window !== "undefined") window.addEventListener("popstate", () => void moves++);

/**
 * Goes around every navigation: campaign parameters are kept first (R35, R36), then the next screen's code is there,
 * then the change is shown as a view transition where the browser knows them. A replaced address changes no screen.
 */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const target = new URL(to, location.href);
  // Cards are entered in a document of their own, in which no code of other screens has run (R28).
  if (isIsolated(target.pathname) || isIsolated(location.pathname)) {
    location.assign(to);
    return;
  }
  saveLanding(target.search, storage);
  if (options?.replace) {
    navigate(to, options);
    return;
  }
  moves += 1;
  const move = moves;
  const go = () => {
    if (move !== moves) return;
    show(() => {
      keepScroll(location.pathname);
      navigate(to, options);
      window.scrollTo(0, 0);
    });
  };
  loadScreen(matchScreen(target.pathname).name).then(go, go);
};

function isIsolated(path: string): boolean {
  return "isolated" in screens[matchScreen(path).name];
}

function show(change: () => void): void {
  if (prefersStill() || !("startViewTransition" in document)) {
    change();
    return;
  }
  document.startViewTransition(() => flushSync(change));
}
