import { activeI18n, activeLanguage } from "../lib/messages.ts";
import { readPage } from "../lib/read-page.ts";

/** How often an open page checks for a newer worker; browsers check only once a day. */
const UPDATE_CHECK_MS = 60 * 60_000;

/** Shows that a newer version is ready; `onReload` switches to it. */
type OfferUpdate = (onReload: () => void) => Promise<void>;

/**
 * Registers the worker, and offers a newer version to the visitor when one is ready.
 * @param loadOffer loads the code of the offer, which neither the newer worker nor the server has
 */
export async function registerWorker(
  offerUpdate: OfferUpdate,
  loadOffer: () => Promise<unknown>,
): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // A browser may refuse, for example in private windows; the app works without a worker.
  const registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => null);
  if (!registration) return;
  reportPage(serviceWorker);
  checkForUpdates(registration);
  beforeFreezing(loadOffer);
  let isAsked = false;
  const reload = () => {
    // While the offer stood, a still newer one may have taken its place, or another tab may have switched to it.
    const { waiting } = registration;
    if (!waiting) {
      location.reload();
      return;
    }
    isAsked = true;
    waiting.postMessage({ type: "take-over" });
  };
  const offer = async (worker: ServiceWorker) => {
    if (!(await isCurrent(worker))) await offerUpdate(reload);
  };
  const look = (worker: ServiceWorker | null) => {
    if (worker?.state === "installed" && serviceWorker.controller) void offer(worker);
  };
  look(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => look(installing));
  });
  serviceWorker.addEventListener("controllerchange", () => {
    const { controller } = serviceWorker;
    // Only the page whose visitor asked for the update reloads. Others no longer find the parts that they have not loaded yet.
    if (isAsked) location.reload();
    else if (controller) void offer(controller);
  });
}

/** Sends the worker the files of this page, to cache them, and the language of the offline page, now and after a change. */
function reportPage(serviceWorker: ServiceWorkerContainer): void {
  const report = async () => {
    const { active } = await serviceWorker.ready;
    const files = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
      .map(({ pathname }) => pathname);
    active?.postMessage({ type: "page", language: activeLanguage(), files: [...new Set(files)] });
  };
  void report();
  let reported = activeLanguage();
  // Lingui also reports a change when messages are added.
  activeI18n()?.on("change", () => {
    if (activeLanguage() === reported) return;
    reported = activeLanguage();
    void report();
  });
}

/** Loads something before the browser can freeze the tab, which is hidden first. What is there already is not loaded again. */
function beforeFreezing(load: () => Promise<unknown>): void {
  const loadIfHidden = () => {
    // The browser is probably offline; the next time that the tab is hidden repeats it.
    if (document.visibilityState === "hidden") load().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", loadIfHidden);
  loadIfHidden();
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - checkedAt < UPDATE_CHECK_MS) return;
    checkedAt = Date.now();
    // The browser is probably offline; a later check repeats it.
    registration.update().catch(() => undefined);
  });
}

/** Returns whether this page is of a worker's build; one that waits then takes over without a reload. */
function isCurrent(worker: ServiceWorker): Promise<boolean> {
  const channel = new MessageChannel();
  return new Promise((resolve) => {
    channel.port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage({ type: "entry", entry: readPage("boot-plan")?.build ?? "" }, [channel.port2]);
  });
}
