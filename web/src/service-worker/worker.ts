// The service worker, built to a single file (/sw.js) in which the list of core files replaces CORE. It shares no module with
// the app, so that neither needs a chunk of the other.
import type { WorkerScope } from "./scope.ts";

declare const CORE: { version: string; entry: string; files: string[]; languages: string[] };

const core = CORE;
const scope = self as unknown as WorkerScope;
const cacheName = `core-${core.version}`;
/** The cache entry with the page's language, for the offline page. */
const languageNote = "/offline-language";
const offlinePage = (language: string) => `/offline.html?lang=${language}`;
/** The branding colours, which the operator may change at any time. */
const theme = "/theme.css";
/** Calls, media, payments and the operators' console, which this worker never handles. */
const untouched = /^\/(?:api|media|order|console)(?:\/|$)/;

scope.addEventListener("install", (event) => {
  // Browsers that support static routing do not start the worker for these.
  const routes = ["/api/*", "/media/*", "/order/*", "/console", "/console/*"].map((urlPattern) => ({
    condition: { urlPattern },
    source: "network" as const,
  }));
  event.waitUntil(Promise.all([event.addRoutes?.(routes), install()]));
});
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("message", (event) =>
  event.waitUntil(receive(event.data as PageMessage, event.ports[0])),
);
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
  return pathname === theme ? themeFromNetwork(request) : null;
}

/** Fetches a page from the server and never caches it; without a connection, returns the offline page. */
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

/** Returns a file of /assets/ from the cache first, which is safe because its name contains the hash of its content. */
async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request.url);
  if (cached) return cached;
  const fresh = await fetch(request);
  if (fresh.ok) await store(cache, request.url, fresh.clone());
  return fresh;
}

async function themeFromNetwork(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await store(cache, theme, fresh.clone());
    return fresh;
  } catch (error) {
    const cached = await cache.match(theme);
    if (cached) return cached;
    throw error;
  }
}

// Ignores a full disk, because the page still needs the response.
async function store(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response).catch(() => undefined);
}

/** Messages of pages: the language and files that they use, and that this worker may replace the old one. */
type PageMessage =
  | { type: "page"; language: string; files: string[] }
  | { type: "entry"; entry: string }
  | { type: "take-over" };

async function receive(message: PageMessage, port: MessagePort | undefined): Promise<void> {
  if (message.type === "take-over") return scope.skipWaiting();
  if (message.type === "entry") {
    // A page of this worker's own build needs no reload.
    const current = message.entry === core.entry;
    port?.postMessage(current);
    return current ? scope.skipWaiting() : undefined;
  }
  const cache = await caches.open(cacheName);
  await store(cache, languageNote, new Response(message.language));
  for (const file of message.files)
    if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
}
