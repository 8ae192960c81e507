import { expect, test, vi } from "vitest";

const origin = "https://watch.example.com";
const core = { version: "2", entry: "/assets/b.js", files: ["/assets/b.js"], languages: ["en", "de"] };
const urlOf = (given: string | Request) =>
  new URL(typeof given === "string" ? given : given.url, origin).href;

/** The browser's cache, without its limits. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);

  async open(name: string) {
    const entries = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, entries);
    const add = async (file: string) => void entries.set(urlOf(file), await fetch(urlOf(file)));
    return {
      match: async (given: string | Request) => entries.get(urlOf(given))?.clone(),
      put: async (given: string, answer: Response) => void entries.set(urlOf(given), answer),
      add,
      addAll: async (files: string[]) => void (await Promise.all(files.map(add))),
    };
  }
}

/** Runs the worker, of which a test sends events and reads answers. */
async function openWorker({ languages = ["en"] } = {}) {
  const caches = new FakeCaches();
  const network = vi.fn<(given: string | Request) => Promise<Response>>(
    async (given) => new Response(`network ${urlOf(given)}`),
  );
  const listeners = new Map<string, (event: object) => void>();
  const scope = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: vi.fn<() => Promise<void>>(async () => undefined),
    clients: { claim: async () => undefined },
    registration: {},
  };
  for (const [name, value] of Object.entries({
    self: scope,
    CORE: core,
    caches,
    fetch: network,
    location: { origin },
    navigator: { languages },
  }))
    vi.stubGlobal(name, value);
  vi.resetModules();
  await import("./worker.ts");
  const tell = async (type: string, event: object = {}) => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (given: Promise<unknown>) => void work.push(given) });
    await Promise.all(work);
  };
  /** Returns the worker's answer; null when it leaves the request to the browser. */
  const ask = async (path: string, { mode = "cors", ...init }: RequestInit = {}): Promise<string | null> => {
    const answers: Promise<Response>[] = [];
    // Nobody but a browser makes the request of a page.
    const request = Object.defineProperty(new Request(urlOf(path), init), "mode", { value: mode });
    listeners.get("fetch")?.({
      request,
      preloadResponse: Promise.resolve(undefined),
      respondWith: (given: Promise<Response>) => void answers.push(given),
    });
    const [answer] = answers;
    return answer === undefined ? null : (await answer).text();
  };
  return { caches, network, scope, tell, ask };
}

test("R14: calls, media, payments, the console and parts of files are left to the browser", async () => {
  const { ask } = await openWorker();
  for (const path of ["/api/user", "/media/v/a/1.m4s", "/order/1", "/console", "/console/series"]) {
    expect(await ask(path), path).toBeNull();
    expect(await ask(path, { mode: "navigate" }), path).toBeNull();
  }
  expect(await ask("https://elsewhere.example/assets/b.js")).toBeNull();
  expect(await ask("/assets/b.js", { method: "POST" })).toBeNull();
  expect(await ask("/assets/b.js", { headers: { range: "bytes=0-1" } })).toBeNull();
});

test("R1: a file of the app is fetched once, a page each time", async () => {
  const { ask, network, tell } = await openWorker();
  await tell("install");
  network.mockClear();
  expect(await ask("/assets/b.js")).toBe(`network ${origin}/assets/b.js`);
  expect(network).not.toHaveBeenCalled();
  for (const _ of [1, 2]) expect(await ask("/assets/c.js")).toBe(`network ${origin}/assets/c.js`);
  expect(network).toHaveBeenCalledTimes(1);
  for (const _ of [1, 2]) expect(await ask("/", { mode: "navigate" })).toBe(`network ${origin}/`);
  expect(network).toHaveBeenCalledTimes(3);
});

test("R9: without a connection a page is the offline page, in the language of the address, the last page or the browser", async () => {
  const { ask, network, tell } = await openWorker({ languages: ["it", "de-CH"] });
  await tell("install");
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  const offline = (language: string) => `network ${origin}/offline.html?lang=${language}`;
  expect(await ask("/my", { mode: "navigate" })).toBe(offline("de"));
  expect(await ask("/my?lang=en", { mode: "navigate" })).toBe(offline("en"));
  await tell("message", { data: { type: "page", language: "en", files: [] }, ports: [] });
  expect(await ask("/my", { mode: "navigate" })).toBe(offline("en"));
  expect(await ask("/my?lang=dy", { mode: "navigate" })).toBe(offline("de"));
});

test("the branding colours come from the network, and from the cache without one", async () => {
  const { ask, network, tell } = await openWorker();
  await tell("install");
  network.mockImplementation(async () => new Response("newer"));
  expect(await ask("/theme.css")).toBe("newer");
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await ask("/theme.css")).toBe("newer");
});

test("R1: a new worker takes over on request or for a page of its own build, and deletes the caches of the one before", async () => {
  const { caches, scope, tell } = await openWorker();
  await caches.open("core-1");
  await tell("install");
  await tell("activate");
  expect(await caches.keys()).toEqual(["core-2"]);
  const answers: unknown[] = [];
  const ports = [{ postMessage: (answer: unknown) => answers.push(answer) }];
  await tell("message", { data: { type: "entry", entry: "/assets/a.js" }, ports });
  expect([answers, scope.skipWaiting.mock.calls.length]).toEqual([[false], 0]);
  await tell("message", { data: { type: "entry", entry: "/assets/b.js" }, ports });
  expect([answers, scope.skipWaiting.mock.calls.length]).toEqual([[false, true], 1]);
  await tell("message", { data: { type: "take-over" }, ports });
  expect(scope.skipWaiting).toHaveBeenCalledTimes(2);
});
