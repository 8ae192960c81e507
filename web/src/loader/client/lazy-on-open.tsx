import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { loadPart, type PartNeeds } from "./load-part.ts";

const FIRST_PAUSE_MS = 2000;

/**
 * Returns a component whose code, messages and styles load when it is first rendered; `place` holds its place until then, on
 * the server too. React's own `lazy` keeps what has come hidden for 300 ms, so that a fallback does not flash, and takes
 * the whole page down when the connection breaks: here the files are requested again, after longer and longer pauses.
 * @param needs `styles: "core"` puts the part's classes into the first style sheet, for parts that home opens
 */
export function lazyOnOpen<P extends object>(
  load: () => Promise<ComponentType<P>>,
  needs: PartNeeds = {},
): ComponentType<P & { place?: ReactNode }> {
  let Known: ComponentType<P> | undefined;
  return function Later({ place, ...props }) {
    const [, rerender] = useState({});
    useEffect(() => {
      const fetch = (pauseMs: number) => {
        loadPart(load, needs).then(
          (part) => {
            Known = part;
            rerender({});
          },
          () => setTimeout(fetch, pauseMs, pauseMs * 2),
        );
      };
      if (!Known) fetch(FIRST_PAUSE_MS);
    }, []);
    return Known ? <Known {...(props as P)} /> : place;
  };
}
