import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { loadPart } from "../lib/load-part.ts";
import type { MessageGroup } from "../lib/messages.ts";

/**
 * Returns a component whose code and messages load when it first renders; `place` is its placeholder, on the server
 * too. React's `lazy` would hide the loaded component for 300 ms, so that a placeholder does not flash, and would
 * fail the whole page on a broken connection. Here the files are requested again, after growing delays.
 */
export function lazyOnOpen<P extends object, N extends string>(
  load: () => Promise<{ [name in N]: ComponentType<P> }>,
  name: N,
  groups?: readonly MessageGroup[],
): ComponentType<P & { place?: ReactNode }> {
  let Loaded: ComponentType<P> | undefined;
  return function LazyComponent({ place, ...props }) {
    const [, rerender] = useState({});
    useEffect(() => {
      const fetch = (wait: number) => {
        loadPart(load, groups).then(
          (part) => {
            Loaded = part[name];
            rerender({});
          },
          () => setTimeout(fetch, wait, wait * 2),
        );
      };
      if (!Loaded) fetch(1000);
    }, []);
    return Loaded ? <Loaded {...(props as P)} /> : place;
  };
}
