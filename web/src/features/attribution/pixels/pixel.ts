/** What a vendor is told of an event, in words that all of them share. */
export type Params = Readonly<Record<string, unknown>>;

/** A vendor's pixel. Nothing it does may ever throw into the page. */
export interface Pixel {
  /** Another page is seen. */
  page(eventId: string): void;
  track(name: string, params: Params, eventId: string): void;
  /** Its person takes back, or gives again, what they allowed. */
  consent(granted: boolean): void;
}

/** Fetches a vendor's script, once; resolves to whether it came. */
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

/** R100: whether an event is one of our own, and none of those that every vendor knows. */
export function isCustom(name: string): boolean {
  return name.includes("_") || name === "search";
}

/** R97: every event has a currency and a value. */
export function withDefaults(params: Params): Params {
  return { currency: "USD", value: 0, ...params };
}
