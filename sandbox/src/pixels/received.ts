/** Whose stand-in something came to. */
export type Vendor = "meta" | "tiktok" | "google" | "errors";

/** Something that came from a browser. */
export interface Received {
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  vendor: Vendor;
  /** `script`: the vendor's script was fetched; `event`: something was told. */
  kind: "script" | "event";
  /** The pixel's, measurement's or project's id. */
  id: string;
  event: string;
  eventId: string | null;
  /** The address that the page said it is. */
  page: string | null;
  params: Record<string, unknown>;
  /** All of it, as it came over the wire. */
  wire: { method: string; url: string; body: string; referer: string | null };
}

const most = 500;

/** The newest things that came, in their order. */
export interface Inbox {
  add(one: Omit<Received, "number" | "at">): void;
  list(): readonly Received[];
  clear(): void;
}

/** Opens an empty inbox; it lives in memory. */
export function openInbox(now: () => number = Date.now): Inbox {
  let list: Received[] = [];
  let count = 0;
  return {
    add(one) {
      count += 1;
      list = [...list.slice(1 - most), { number: count, at: now(), ...one }];
    },
    list: () => list,
    clear() {
      list = [];
    },
  };
}
