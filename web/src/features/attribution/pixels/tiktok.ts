import { tiktokParams } from "./params.ts";
import { fetchScript, type Pixel } from "./pixel.ts";

/** TikTok's global list: it queues calls until its script has loaded and handles them. */
interface Ttq extends Array<unknown[]> {
  methods: readonly string[];
  instance(id: string): unknown[];
  _i: Record<string, unknown[] & { _u?: string }>;
  _t: Record<string, number>;
  _o: Record<string, object>;
  [method: string]: unknown;
}

declare global {
  interface Window {
    TiktokAnalyticsObject?: string;
    ttq?: Ttq;
  }
}

const methods = [
  ...["page", "track", "identify", "instances", "debug", "on", "off", "once", "ready", "alias", "group"],
  ...["enableCookie", "disableCookie", "holdConsent", "revokeConsent", "grantConsent"],
];

/**
 * R99: the delay before the script is requested again, and the number of attempts; then the waiting calls are
 * dropped.
 */
const RETRY_DELAY_MS = 2000;
const MAX_RETRIES = 5;

/** Starts TikTok's pixel with consent. */
export function openTikTok(id: string, src = "https://analytics.tiktok.com/i18n/pixel/events.js"): Pixel {
  const ttq = stub(id, src);
  callMethod(ttq, "holdConsent");
  callMethod(ttq, "grantConsent");
  const address = `${src}?sdkid=${encodeURIComponent(id)}&lib=ttq`;
  let state: "coming" | "ready" | "failed" | "dropped" = "failed";
  let waiting: (() => void)[] = [];

  function loadScript(): void {
    state = "coming";
    void fetchScript(address).then((isLoaded) => {
      if (state !== "dropped") state = isLoaded ? "ready" : "failed";
      if (state !== "ready") return;
      for (const run of waiting.splice(0)) run();
    });
  }

  function retryLoading(tries: number): void {
    if (state === "ready") return;
    if (tries > MAX_RETRIES) {
      state = "dropped";
      waiting = [];
      return;
    }
    if (state === "failed") loadScript();
    setTimeout(retryLoading, RETRY_DELAY_MS, tries + 1);
  }
  retryLoading(0);

  function whenReady(run: () => void): void {
    if (state === "ready") run();
    else if (state !== "dropped") waiting.push(run);
  }

  return {
    page: (eventId) => whenReady(() => callMethod(ttq, "page", {}, { event_id: eventId })),
    track: (name, params, eventId) =>
      whenReady(() => callMethod(ttq, "track", name, tiktokParams(params), { event_id: eventId })),
    consent: (granted) => callMethod(ttq, granted ? "grantConsent" : "revokeConsent"),
  };
}

function callMethod(ttq: Ttq, method: string, ...given: unknown[]): void {
  const call = ttq[method];
  if (typeof call === "function") call(...given);
}

function stub(id: string, src: string): Ttq {
  window.TiktokAnalyticsObject = "ttq";
  window.ttq ??= [] as unknown as Ttq;
  const { ttq } = window;
  ttq.methods = methods;
  if (typeof ttq["page"] !== "function") defer(ttq);
  ttq.instance = (of) => {
    const one = ttq._i[of] ?? [];
    defer(one as unknown as Ttq);
    return one;
  };
  ttq._i = { ...ttq._i, [id]: Object.assign([], { _u: src }) };
  ttq._t = { ...ttq._t, [id]: Date.now() };
  ttq._o = { ...ttq._o, [id]: {} };
  return ttq;
}

function defer(list: Ttq): void {
  for (const method of methods) list[method] = (...given: unknown[]) => void list.push([method, ...given]);
}
