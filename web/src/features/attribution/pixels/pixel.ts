/** The parameters of an event, by names that are independent of the vendor. */
export type Params = Readonly<Record<string, unknown>>;

/** A vendor's pixel. No method may throw into the page. */
export interface Pixel {
  /** Reports a page view. */
  page(eventId: string): void;
  track(name: string, params: Params, eventId: string): void;
  /** Withdraws or grants consent after the pixel was opened. */
  consent(granted: boolean): void;
}

/** Loads a vendor's script; resolves to whether it loaded. */
export function fetchScript(src: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.async = true;
    script.src = src;
    script.onload = () => resolve(true);
    script.onerror = () => {
      script.remove();
      resolve(false);
    };
    document.head.append(script);
  });
}

/** Returns whether an event is our own, not one of the vendors' standard events (R100). */
export function isCustom(name: string): boolean {
  return name.includes("_") || name === "search";
}

/** Returns the parameters with a currency and a value, which every event has (R97). */
export function withDefaults(params: Params): Params {
  return { currency: "USD", value: 0, ...params };
}
