/** Form data, nested by its brackets: `a[b][]=c`. */
export type Tree = { [name: string]: Branch };
type Branch = string | Branch[] | Tree;

/** Parses a form as the API does: `card[number]=…`, `expand[]=…`, `expand[0]=…`. */
export function readForm(text: string): Tree {
  const tree: Tree = Object.create(null) as Tree;
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split("[").map((key, at) => (at === 0 ? key : key.replace(/\]$/, "")));
    set(tree, keys, value);
  }
  return settle(tree) as Tree;
}

function set(tree: Tree, keys: string[], value: string): void {
  let here = tree;
  keys.forEach((key, at) => {
    const name = key === "" && at > 0 ? String(Object.keys(here).length) : key;
    if (at === keys.length - 1) here[name] = value;
    else {
      const next = here[name];
      const branch = typeof next === "object" && !Array.isArray(next) ? next : (Object.create(null) as Tree);
      here[name] = branch;
      here = branch;
    }
  });
}

/** Branches that are counted from zero are lists. */
function settle(branch: Branch): Branch {
  if (typeof branch !== "object" || Array.isArray(branch)) return branch;
  const names = Object.keys(branch);
  const values = names.map((name) => settle(branch[name] as Branch));
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return values;
  return Object.fromEntries(names.map((name, at) => [name, values[at] as Branch]));
}
