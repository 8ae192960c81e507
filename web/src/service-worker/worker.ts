// The service worker: a file of its own (/sw.js) that the build joins into one, with the list of the core's files in
// place of CORE. It imports nothing that the app has, so that neither needs a chunk of the other.
import type { WorkerScope } from "./scope.ts";

declare const CORE: { version: string; entry: string; files: string[]; languages: string[] };

const core = CORE;
const scope = self as unknown as WorkerScope;
const cacheName = `core-${core.version}`;
/** Where the page's language is noted, for the page shown without a connection. */
const languageNote = "/offline-language";
const offlinePage = (language: string) => `/offline.html?lang=${language}`;
/** Colours that the operator may change at any time. */
const theme = "/theme.css";
/** Films, calls, payments: nothing of theirs goes through here. */
const untouched = /^\/(?:api|media|order)(?:\/|$)/;

scope.addEventListener("install", (event) => {
  // Browsers that know routes do not even start the worker for these.
  const routes = ["/api/*", "/media/*", "/order/*"].map((urlPattern) => ({
    condition: { urlPattern },
    source: "network" as const,
  }));
  event.waitUntil(Promise.all([event.addRoutes?.(routes), install()]));
});
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("message", (event) => event.waitUntil(hear(event.data as Told, event.ports[0])));
scope.addEventListener("fetch", (event) => {
  const answer = answerFor(event.request, event.preloadResponse);
  if (answer) event.respondWith(answer);
});

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([...core.files, theme, ...core.languages.map(offlinePage)]);
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

function answerFor(request: Request, preload: Promise<Response | undefined>): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  const mine = origin === location.origin && request.method === "GET" && !untouched.test(pathname);
  if (!mine || request.headers.has("range")) return null;
  if (request.mode === "navigate") return navigate(request, preload);
  if (pathname.startsWith("/assets/")) return fromCache(request);
  return pathname === theme ? fromNetwork(request) : null;
}

/** A page always comes from the server, which knows what is new; nothing of it is kept. */
async function navigate(request: Request, preload: Promise<Response | undefined>): Promise<Response> {
  try {
    return (await preload) ?? (await fetch(request));
  } catch (error) {
    const cache = await caches.open(cacheName);
    const page = await cache.match(offlinePage(await languageOf(request.url, cache)));
    if (page) return page;
    throw error;
  }
}

async function languageOf(url: string, cache: Cache): Promise<string> {
  const noted = await cache.match(languageNote);
  const wanted = [new URL(url).searchParams.get("lang"), await noted?.text(), ...navigator.languages];
  const spoken = { fy: "fr", dy: "de" } as Record<string, string>;
  for (const tag of wanted) {
    const primary = tag?.toLowerCase().split(/[-_]/, 1)[0] ?? "";
    const language = spoken[primary] ?? primary;
    if (core.languages.includes(language)) return language;
  }
  return "en";
}

/** Files under /assets/ carry a hash in their name: whichever is here is the right one. */
async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await keep(cache, request.url, fresh.clone());
  return fresh;
}

async function fromNetwork(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await keep(cache, request.url, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(request.url);
    if (kept) return kept;
    throw error;
  }
}

// A full disk is no reason to keep an answer from the page.
async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response).catch(() => undefined);
}

/** What pages tell: which language and files they use, and that they are ready for this worker to take over. */
type Told =
  | { type: "page"; language: string; files: string[] }
  | { type: "entry"; entry: string }
  | { type: "take-over" };

async function hear(told: Told, port: MessagePort | undefined): Promise<void> {
  if (told.type === "take-over") return scope.skipWaiting();
  if (told.type === "entry") {
    // A page that came with this worker's build has nothing to reload for.
    const current = told.entry === core.entry;
    port?.postMessage(current);
    return current ? scope.skipWaiting() : undefined;
  }
  const cache = await caches.open(cacheName);
  await keep(cache, languageNote, new Response(told.language));
  for (const file of told.files) if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
}
