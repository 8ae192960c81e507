/** An event that may take a while. */
interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LongEvent {
  readonly request: Request;
  /** The page as the browser asked for it while the worker was started. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface InstallEvent extends LongEvent {
  /** Static routing, where the browser knows it: such requests never reach the worker. */
  addRoutes?(rules: { condition: { urlPattern: string }; source: "network" }[]): Promise<void>;
}

interface MessageFrom extends LongEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

/** What a service worker sees of its surroundings: the library of types for pages does not know them. */
export interface WorkerScope {
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void;
  addEventListener(type: "activate", listener: (event: LongEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: MessageFrom) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
}
