import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { loadPart } from "../lib/load-part.ts";
import type { MessageGroup } from "../lib/messages.ts";

/**
 * A component whose code and messages are fetched when it is first wanted; `place` holds its place meanwhile, on the server
 * too. React's own `lazy` would keep what has come hidden for 300 ms, so that a placeholder does not flash, and would take
 * the whole page down when the connection breaks: here the files are asked for again, after longer and longer pauses.
 */
export function lazyOnOpen<P extends object, N extends string>(
  load: () => Promise<{ [name in N]: ComponentType<P> }>,
  name: N,
  groups?: readonly MessageGroup[],
): ComponentType<P & { place?: ReactNode }> {
  let Known: ComponentType<P> | undefined;
  return function Later({ place, ...props }) {
    const [, redraw] = useState({});
    useEffect(() => {
      const fetch = (wait: number) => {
        loadPart(load, groups).then(
          (part) => {
            Known = part[name];
            redraw({});
          },
          () => setTimeout(fetch, wait, wait * 2),
        );
      };
      if (!Known) fetch(1000);
    }, []);
    return Known ? <Known {...(props as P)} /> : place;
  };
}
