import { tiktokParams } from "./params.ts";
import { fetchScript, type Pixel } from "./pixel.ts";

/** TikTok's global list: calls lie in it until the script has come, which then answers them itself. */
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

/** R99: how long after a try the script is asked for again where it is not there, and how often; then what waits is dropped. */
const timeoutMs = 2000;
const mostTries = 5;

/** Turns TikTok's pixel on for somebody who allowed it. */
export function openTikTok(id: string, src = "https://analytics.tiktok.com/i18n/pixel/events.js"): Pixel {
  const ttq = stub(id, src);
  say(ttq, "holdConsent");
  say(ttq, "grantConsent");
  const address = `${src}?sdkid=${encodeURIComponent(id)}&lib=ttq`;
  let state: "coming" | "ready" | "failed" | "dropped" = "failed";
  let waiting: (() => void)[] = [];

  function fetchIt(): void {
    state = "coming";
    void fetchScript(address).then((came) => {
      if (state !== "dropped") state = came ? "ready" : "failed";
      if (state !== "ready") return;
      for (const tell of waiting.splice(0)) tell();
    });
  }

  function lookAgain(tries: number): void {
    if (state === "ready") return;
    if (tries > mostTries) {
      state = "dropped";
      waiting = [];
      return;
    }
    if (state === "failed") fetchIt();
    setTimeout(lookAgain, timeoutMs, tries + 1);
  }
  lookAgain(0);

  function whenReady(tell: () => void): void {
    if (state === "ready") tell();
    else if (state !== "dropped") waiting.push(tell);
  }

  return {
    page: (eventId) => whenReady(() => say(ttq, "page", {}, { event_id: eventId })),
    track: (name, params, eventId) =>
      whenReady(() => say(ttq, "track", name, tiktokParams(params), { event_id: eventId })),
    consent: (granted) => say(ttq, granted ? "grantConsent" : "revokeConsent"),
  };
}

function say(ttq: Ttq, method: string, ...given: unknown[]): void {
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
