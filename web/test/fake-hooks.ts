interface Kept {
  deps?: readonly unknown[];
  undo?: unknown;
  value?: unknown;
}

let kept: Kept[] = [];
let at = 0;

function next(): Kept {
  const own = kept[at] ?? {};
  kept[at] = own;
  at += 1;
  return own;
}

function useRef(first: unknown) {
  const own = next();
  own.value ??= { current: first };
  return own.value;
}

/**
 * For tests: hooks that keep what they hold and run effects without a document, in place of React's:
 * `vi.mock("react", async () => (await import(…)).fakeReact)`.
 */
export const fakeReact = {
  useRef,
  useState(first: unknown) {
    const state = useRef(typeof first === "function" ? first() : first) as { current: unknown };
    return [state.current, (value: unknown) => (state.current = value)];
  },
  useEffect(run: () => unknown, deps: readonly unknown[]) {
    const own = next();
    if (own.deps && deps.every((one, index) => one === own.deps?.[index])) return;
    if (typeof own.undo === "function") own.undo();
    Object.assign(own, { deps, undo: run() });
  },
  useEffectEvent(event: unknown) {
    const own = next();
    own.value = event;
    return (...args: unknown[]) => (own.value as (...given: unknown[]) => unknown)(...args);
  },
};

/** For tests: renders with the fake hooks, for the first time or again. */
export function render<T>(component: () => T): T {
  at = 0;
  return component();
}

/** For tests: ends all effects, as when what was rendered leaves the page. */
export function unmount(): void {
  const gone = kept;
  kept = [];
  for (const { undo } of gone) if (typeof undo === "function") undo();
}
