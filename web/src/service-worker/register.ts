import { activeI18n, activeLanguage } from "../lib/messages.ts";
import { readPage } from "../lib/read-page.ts";

/** Where the browser looks for a newer worker by itself only once a day, a page left open looks this often. */
const lookEvery = 60 * 60_000;

/** Shows that a newer version waits; `onReload` changes to it. */
type OfferUpdate = (onReload: () => void) => Promise<void>;

/** Registers the worker, and offers a newer version to the visitor once one waits. */
export async function registerWorker(offerUpdate: OfferUpdate): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // A browser may refuse, in private windows for one: the app runs on without.
  const registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => null);
  if (!registration) return;
  tellOnChange(serviceWorker);
  lookForNews(registration);
  const look = (worker: ServiceWorker | null) => {
    if (worker?.state === "installed" && serviceWorker.controller) void offer(worker, offerUpdate);
  };
  look(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => look(installing));
  });
}

/** The worker keeps the files that this page runs on, and the language for the page shown without a connection. */
function tellOnChange(serviceWorker: ServiceWorkerContainer): void {
  const tell = async () => {
    const { active } = await serviceWorker.ready;
    const files = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
      .map(({ pathname }) => pathname);
    active?.postMessage({ type: "page", language: activeLanguage(), files: [...new Set(files)] });
  };
  void tell();
  let told = activeLanguage();
  // Lingui also reports a change when messages are added.
  activeI18n()?.on("change", () => {
    if (activeLanguage() === told) return;
    told = activeLanguage();
    void tell();
  });
}

function lookForNews(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - looked < lookEvery) return;
    looked = Date.now();
    // Offline, most likely: there will be another time.
    registration.update().catch(() => undefined);
  });
}

async function offer(worker: ServiceWorker, offerUpdate: OfferUpdate): Promise<void> {
  if (await isCurrent(worker)) return;
  await offerUpdate(() => {
    // Only the page on which somebody asked for it loads anew.
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage({ type: "take-over" });
  });
}

/** Whether the page is of the waiting worker's build already: then that one just takes over. */
function isCurrent(worker: ServiceWorker): Promise<boolean> {
  const channel = new MessageChannel();
  return new Promise((resolve) => {
    channel.port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage({ type: "entry", entry: readPage("boot-plan")?.build ?? "" }, [channel.port2]);
  });
}
