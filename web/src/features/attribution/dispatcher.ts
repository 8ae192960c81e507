import { pixelEvents } from "@cliffhanger/contract/pixel-events";
import type { AppEvent } from "../../lib/track.ts";
import { type Allowed, nothingAllowed } from "./consent-record.ts";
import type { Pixel } from "./pixels/pixel.ts";
import { removeCookies, type Vendor } from "./vendors.ts";

/** Events that vendors receive; all others go to our own records only. */
const vendorEvents = new Set<string>(pixelEvents);
/** The only events that vendors receive from the screens that show an order's result (R27). */
const orderEvents = new Set(["Purchase", "Subscribe", "unlock_episode"]);
/** Events for Google only: the other vendors have no event for the start of a video. */
const googleEvents = new Set(["video_start"]);
/** An emailed code or key in the address: no vendor's script may see it. */
const secretParam = /[?&](?:code|key)=/;
const PAGE_EVENTS_LIMIT = 50;

/** Sends events to the vendors, as far as the user allows it. */
export interface Dispatcher {
  dispatch(one: AppEvent): void;
  /** Applies what is allowed from now on. Events of the current page are sent to vendors that become allowed. */
  allow(allowed: Allowed): void;
}

interface Opened {
  vendor: Vendor;
  pixel: Promise<Pixel | null>;
  granted: boolean;
}

/** Creates a dispatcher for the pixels that the site has configured. Nothing of a vendor loads before it is allowed. */
export function createDispatcher(vendors: readonly Vendor[]): Dispatcher {
  const opened = new Map<Vendor, Opened>();
  let allowed = nothingAllowed;
  let pageEvents: AppEvent[] = [];

  function send(one: Opened, { name, params, eventId }: AppEvent): void {
    void one.pixel.then((pixel) => {
      if (!pixel || !one.granted || secretParam.test(location.search)) return;
      attempt(() => (name === "PageView" ? pixel.page(eventId) : pixel.track(name, params, eventId)));
    });
  }

  function open(vendor: Vendor): void {
    const one = { vendor, granted: true, pixel: vendor.open().catch(() => null) };
    opened.set(vendor, one);
    for (const event of pageEvents) if (isFor(vendor, event)) send(one, event);
  }

  return {
    dispatch(one) {
      if (!isForVendors(one)) return;
      if (one.name === "PageView") pageEvents = pageEvents.filter(({ path }) => path === one.path);
      pageEvents = [...pageEvents.slice(1 - PAGE_EVENTS_LIMIT), one];
      for (const known of opened.values()) if (known.granted && isFor(known.vendor, one)) send(known, one);
    },
    allow(next) {
      allowed = next;
      for (const vendor of vendors) {
        const known = opened.get(vendor);
        const granted = allowed[vendor.purpose];
        if (!known && granted) open(vendor);
        if (!known || known.granted === granted) continue;
        known.granted = granted;
        void known.pixel.then((pixel) => {
          if (pixel) attempt(() => pixel.consent(known.granted));
          if (!known.granted) removeCookies(vendor.cookies);
        });
      }
    },
  };
}

function isForVendors({ name, path }: AppEvent): boolean {
  if (path.startsWith("/order/easy")) return false;
  return path.startsWith("/order/") ? orderEvents.has(name) : vendorEvents.has(name);
}

function isFor({ name }: Vendor, event: AppEvent): boolean {
  return !googleEvents.has(event.name) || name.startsWith("Google");
}

// A failing vendor script must not affect the page.
function attempt(call: () => void): void {
  try {
    call();
  } catch (error) {
    console.info("A pixel failed:", error);
  }
}
