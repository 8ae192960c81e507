import type { Happening } from "../../lib/track.ts";
import { type Allowed, nothing } from "./consent-record.ts";
import type { Pixel } from "./pixels/pixel.ts";
import { removeCookies, type Vendor } from "./vendors.ts";

/** Events that vendors hear of; of all others only our own books do. */
const told = new Set([
  ...["PageView", "ViewContent", "search", "AddToWishlist", "CompleteRegistration", "user_login"],
  ...["InitiateCheckout", "AddPaymentInfo", "Purchase", "Subscribe", "unlock_episode"],
  ...["share_video", "video_start", "video_progress"],
]);
/** All that is told from where an order's end is shown (R27). */
const ofMoney = new Set(["Purchase", "Subscribe", "unlock_episode"]);
/** The others know no beginning of a film. */
const googlesOwn = new Set(["video_start"]);
/** A mail's code or key in the address: no script may see it. */
const secret = /[?&](?:code|key)=/;
const mostKept = 50;

/** Tells the vendors what happens, as far as somebody allows it. */
export interface Dispatcher {
  tell(one: Happening): void;
  /** From now on this is allowed. What happened on the page that is in view is told to whom it is allowed now. */
  allow(allowed: Allowed): void;
}

interface Opened {
  vendor: Vendor;
  pixel: Promise<Pixel | null>;
  granted: boolean;
}

/** A dispatcher for the pixels that the site has configured. Nothing of a vendor is loaded before it is allowed. */
export function createDispatcher(vendors: readonly Vendor[]): Dispatcher {
  const opened = new Map<Vendor, Opened>();
  let allowed = nothing;
  let here: Happening[] = [];

  function tellOne(one: Opened, { name, params, eventId }: Happening): void {
    void one.pixel.then((pixel) => {
      if (!pixel || !one.granted || secret.test(location.search)) return;
      attempt(() => (name === "PageView" ? pixel.page(eventId) : pixel.track(name, params, eventId)));
    });
  }

  function open(vendor: Vendor): void {
    const one = { vendor, granted: true, pixel: vendor.open().catch(() => null) };
    opened.set(vendor, one);
    for (const happening of here) if (isFor(vendor, happening)) tellOne(one, happening);
  }

  return {
    tell(one) {
      if (!mayTell(one)) return;
      if (one.name === "PageView") here = here.filter(({ path }) => path === one.path);
      here = [...here.slice(1 - mostKept), one];
      for (const known of opened.values()) if (known.granted && isFor(known.vendor, one)) tellOne(known, one);
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

function mayTell({ name, path }: Happening): boolean {
  if (path.startsWith("/order/easy")) return false;
  return path.startsWith("/order/") ? ofMoney.has(name) : told.has(name);
}

function isFor({ name }: Vendor, happening: Happening): boolean {
  return !googlesOwn.has(happening.name) || name.startsWith("Google");
}

// What a vendor's script does is no business of whoever watches.
function attempt(deed: () => void): void {
  try {
    deed();
  } catch (error) {
    console.info("A pixel failed:", error);
  }
}
