import { googleParams } from "./params.ts";
import { fetchScript, type Pixel, withDefaults } from "./pixel.ts";

declare global {
  interface Window {
    dataLayer?: unknown[];
    gtag?: (...given: unknown[]) => void;
    [disabled: `ga-disable-${string}`]: boolean;
  }
}

const denied = {
  ad_storage: "denied",
  ad_user_data: "denied",
  ad_personalization: "denied",
  analytics_storage: "denied",
};

/** Google's names of events that other vendors name differently. */
const names: Record<string, string> = {
  ViewContent: "view_item",
  AddToWishlist: "add_to_wishlist",
  CompleteRegistration: "sign_up",
  user_login: "login",
  InitiateCheckout: "begin_checkout",
  AddPaymentInfo: "add_payment_info",
  Purchase: "purchase",
  Subscribe: "subscription_start",
  share_video: "share",
};

/** Starts Google's measurement with consent: analytics storage, or ad storage for a Google Ads tag. */
export function openGoogle(id: string, src = "https://www.googletagmanager.com/gtag/js"): Pixel {
  const gtag = stub();
  const granted = id.startsWith("AW-")
    ? { ad_storage: "granted", ad_user_data: "granted", ad_personalization: "granted" }
    : { analytics_storage: "granted" };
  gtag("consent", "default", { ...denied, wait_for_update: 500 });
  gtag("consent", "update", granted);
  gtag("js", new Date());
  gtag("config", id, { send_page_view: false, allow_google_signals: false });
  void fetchScript(`${src}?id=${encodeURIComponent(id)}`);
  return {
    page(eventId) {
      const page = { page_location: location.href, page_title: document.title };
      gtag("event", "page_view", { ...withDefaults(page), event_id: eventId });
    },
    track(name, params, eventId) {
      const googleName = nameOf(name, params);
      gtag("event", googleName, { ...googleParams(googleName, params), event_id: eventId });
    },
    consent(given) {
      window[`ga-disable-${id}`] = !given;
      gtag("consent", "update", given ? granted : denied);
    },
  };
}

function nameOf(name: string, params: Readonly<Record<string, unknown>>): string {
  if (name === "video_progress" && params["percent"] === 100) return "video_complete";
  return names[name] ?? name;
}

function stub(): (...given: unknown[]) => void {
  window.dataLayer ??= [];
  const layer = window.dataLayer;
  // Google's script accepts only a function's `arguments` object in this list.
  window.gtag ??= function gtag() {
    // biome-ignore lint/complexity/noArguments: see above
    layer.push(arguments);
  };
  return window.gtag;
}
