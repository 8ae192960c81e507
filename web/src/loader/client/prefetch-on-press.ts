import { matchScreen, type Route } from "@cliffhanger/contract/screens";
import { loadScreen, screenRow } from "./load-screen.ts";

/** A touch that rests this long means the link; one that scrolls has moved by then. */
const REST_MS = 50;
/** A pointer that moved this far scrolls. */
const SCROLL_PX = 8;

/** What else happens with a link, by the screen that it leads to. */
export interface LinkActions {
  /** A pointer is pressed on the link; it may still become a scroll. */
  press: (route: Route, link: HTMLAnchorElement) => void;
  /** The link is followed. */
  follow: (route: Route, link: HTMLAnchorElement) => void;
}

/**
 * Loads the code and styles of a screen as soon as a touch or a mouse button is pressed on a link to it, so that they are
 * there or near when the router changes the screen.
 */
export function prefetchOnPress(actions: LinkActions): void {
  let frame = 0;
  let from = { x: 0, y: 0 };
  const cancel = () => cancelAnimationFrame(frame);
  document.addEventListener("pointerdown", (event) => {
    cancel();
    const link = linkOf(event);
    if (!link || event.button !== 0) return;
    if (event.pointerType !== "touch") return press(link, actions);
    from = { x: event.clientX, y: event.clientY };
    const due = event.timeStamp + REST_MS;
    // In frames: during a touch, Chrome delays timers until it ends. Movements that a busy page has not handled yet come before
    // the first frame.
    const wait = (now: number) => {
      if (now < due) frame = requestAnimationFrame(wait);
      else press(link, actions);
    };
    frame = requestAnimationFrame(wait);
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > SCROLL_PX) cancel();
  });
  document.addEventListener("pointercancel", cancel);
  // In the capturing phase: before the router changes the screen. Enter on a link arrives here too.
  document.addEventListener(
    "click",
    (event) => {
      cancel();
      const link = linkOf(event);
      if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey)
        actions.follow(matchScreen(link.pathname), link);
    },
    true,
  );
}

function press(link: HTMLAnchorElement, actions: LinkActions): void {
  const route = matchScreen(link.pathname);
  if (route.name === "notFound") return;
  actions.press(route, link);
  // The tap itself requests these again, and reports when that fails.
  for (const load of screenRow(route.name).also ?? []) load().catch(() => undefined);
  loadScreen(route.name).catch(() => undefined);
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.origin === location.origin && link.pathname !== location.pathname ? link : null;
}
