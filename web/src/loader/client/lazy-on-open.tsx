import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { loadPart, type PartNeeds } from "./load-part.ts";

const FIRST_PAUSE_MS = 2000;

/** A component whose code loads when it is first rendered, or is prefetched before that. */
export type LazyOnOpen<P extends object> = ComponentType<P & { place?: ReactNode }> & {
  /** Loads it before it is rendered. Rejects when the connection breaks; rendering it then loads it again. */
  prefetch: () => Promise<void>;
};

/**
 * Returns a component whose code, messages and styles load when it is first rendered; `place` holds its place until then, on
 * the server too. React's own `lazy` keeps what has come hidden for 300 ms, so that a fallback does not flash, and takes
 * the whole page down when the connection breaks: here the files are requested again, after longer and longer pauses.
 * @param needs `styles: "core"` puts the part's classes into the first style sheet, for parts that home opens
 */
export function lazyOnOpen<P extends object>(
  load: () => Promise<ComponentType<P>>,
  needs: PartNeeds = {},
): LazyOnOpen<P> {
  let Known: ComponentType<P> | undefined;
  async function prefetch(): Promise<void> {
    Known = await loadPart(load, needs);
  }
  function Later({ place, ...props }: P & { place?: ReactNode }) {
    const [, rerender] = useState({});
    useEffect(() => {
      const fetch = (pauseMs: number) => {
        prefetch().then(
          () => rerender({}),
          () => setTimeout(fetch, pauseMs, pauseMs * 2),
        );
      };
      if (!Known) fetch(FIRST_PAUSE_MS);
    }, []);
    return Known ? <Known {...(props as unknown as P)} /> : place;
  }
  return Object.assign(Later, { prefetch });
}
