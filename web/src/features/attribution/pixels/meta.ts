import { metaParams } from "./params.ts";
import { fetchScript, isCustom, type Pixel, withDefaults } from "./pixel.ts";

/** Meta's global function: it queues calls until its script has loaded. */
interface Fbq {
  (...given: unknown[]): void;
  callMethod?: (...given: unknown[]) => void;
  queue: unknown[];
  push: Fbq;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
}

declare global {
  interface Window {
    fbq?: Fbq;
    _fbq?: Fbq;
  }
}

/** Starts Meta's pixel with consent. */
export function openMeta(id: string, src = "https://connect.facebook.net/en_US/fbevents.js"): Pixel {
  const fbq = stub();
  // It receives only our events: automatic collection of buttons, addresses and metadata is off.
  fbq("set", "autoConfig", false, id);
  fbq.disablePushState = true;
  fbq("consent", "revoke");
  fbq("init", id);
  fbq("consent", "grant");
  void fetchScript(src);
  return {
    page: (eventId) => fbq("track", "PageView", withDefaults({}), { eventID: eventId }),
    track: (name, params, eventId) =>
      fbq(isCustom(name) ? "trackCustom" : "track", name, metaParams(params), { eventID: eventId }),
    consent: (granted) => fbq("consent", granted ? "grant" : "revoke"),
  };
}

function stub(): Fbq {
  if (window.fbq) return window.fbq;
  const fbq = ((...given: unknown[]) => {
    if (fbq.callMethod) fbq.callMethod(...given);
    else fbq.queue.push(given);
  }) as Fbq;
  Object.assign(fbq, { push: fbq, loaded: true, version: "2.0", queue: [] });
  window.fbq = fbq;
  window._fbq ??= fbq;
  return fbq;
}
