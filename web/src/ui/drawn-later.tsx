import { type ComponentType, useEffect, useState } from "react";

/**
 * A component that a tap opens, whose code is fetched then; nothing stands in its place meanwhile. React's own `lazy` would
 * keep what has come hidden for 300 ms, so that a placeholder does not flash. A fault is the nearest boundary's.
 */
export function drawnLater<P extends object>(fetch: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Known: ComponentType<P> | undefined;
  return function Later(props) {
    const [, redraw] = useState({});
    useEffect(() => {
      if (Known) return;
      fetch().then(
        (component) => {
          Known = component;
          redraw({});
        },
        (fault) =>
          redraw(() => {
            throw fault;
          }),
      );
    }, []);
    return Known ? <Known {...props} /> : null;
  };
}
