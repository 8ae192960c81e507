/** A node of a syntax tree. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Calls `act` with a node and all nodes within it, each with its parent. */
export function visit(node: Node, parent: Node | null, act: (node: Node, parent: Node | null) => void): void {
  act(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof (child as Node).type === "string") visit(child as Node, node, act);
  }
}

/** Returns a function that finds the line of an offset in a text. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
