/** The simulated vendor that received something. */
export type Vendor = "meta" | "tiktok" | "google" | "errors";

/** A request from a browser. */
export interface Received {
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  vendor: Vendor;
  /** `script`: the vendor's script was fetched; `event`: an event was reported. */
  kind: "script" | "event";
  /** The pixel's, measurement's or project's id. */
  id: string;
  event: string;
  eventId: string | null;
  /** The address that the page reported as its own. */
  page: string | null;
  params: Record<string, unknown>;
  /** The complete request. */
  wire: { method: string; url: string; body: string; referer: string | null };
}

const limit = 500;

/** The newest requests, in their order. */
export interface Inbox {
  add(one: Omit<Received, "number" | "at">): void;
  list(): readonly Received[];
  clear(): void;
}

/** Opens an empty inbox in memory. */
export function openInbox(now: () => number = Date.now): Inbox {
  let list: Received[] = [];
  let count = 0;
  return {
    add(one) {
      count += 1;
      list = [...list.slice(1 - limit), { number: count, at: now(), ...one }];
    },
    list: () => list,
    clear() {
      list = [];
    },
  };
}
