import type { Image } from "./common.ts";

/** JSON in which each object that occurs several times is stored once, in `shared`, and images are short. */
export interface Packed<T> {
  /** In an order in which each refers to earlier ones only. */
  shared: unknown[];
  value: T;
}

/** What replaces a shared object: its index. */
const SHARED = "$";
/** What replaces an image whose files are named by its widths. */
const IMAGE = "$i";

/** Shorter JSON than this is not worth a reference. */
const SHORTEST = 24;

type ShortImage = [stem: string, widths: number[], height: number, placeholder: string, hasAvif: boolean];

/** Packs a value for `unpack`. The value contains JSON only, with no key that begins with `$`. */
export function pack<T>(value: T): Packed<T> {
  const counts = new Map<string, number>();
  const count = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const text = JSON.stringify(node);
    const known = counts.get(text) ?? 0;
    counts.set(text, known + 1);
    // What a repeated object contains is stored with it, once.
    if (known === 0) for (const inner of Object.values(node)) count(inner);
  };
  count(value);
  const shared: unknown[] = [];
  const indices = new Map<string, number>();
  const packNode = (node: unknown): unknown => {
    if (typeof node !== "object" || node === null) return node;
    const text = JSON.stringify(node);
    if (text.length < SHORTEST || (counts.get(text) ?? 0) < 2) return packInside(node);
    const index = indices.get(text) ?? shared.push(packInside(node)) - 1;
    indices.set(text, index);
    return { [SHARED]: index };
  };
  const packInside = (node: object): unknown => {
    if (Array.isArray(node)) return node.map(packNode);
    if ("srcset" in node) {
      const short = shorten(node as Image);
      if (short) return { [IMAGE]: short };
    }
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, packNode(inner)]));
  };
  const packed = packNode(value) as T;
  return { shared, value: packed };
}

/** Returns what was packed. Objects that occurred several times are one object. */
export function unpack<T>({ shared, value }: Packed<T>): T {
  const known: unknown[] = [];
  const open = (node: unknown): unknown => {
    if (typeof node !== "object" || node === null) return node;
    if (Array.isArray(node)) return node.map(open);
    const { [SHARED]: index, [IMAGE]: image } = node as { $?: number; $i?: ShortImage };
    if (index !== undefined) return known[index];
    if (image) return lengthen(image);
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, open(inner)]));
  };
  for (const one of shared) known.push(open(one));
  return open(value) as T;
}

/** Returns the short form of an image; null if it would not give back the same image. */
function shorten(image: Image): ShortImage | null {
  const { url, height, placeholder, avif } = image;
  const stem = url.replace(/-\d+\.webp$/, "");
  const widths = image.srcset.map(({ width }) => width);
  const short: ShortImage = [stem, widths, height, placeholder, avif !== undefined];
  return listed(lengthen(short)) === listed(image) ? short : null;
}

function lengthen([stem, widths, height, placeholder, hasAvif]: ShortImage): Image {
  const files = (kind: string) => widths.map((width) => ({ url: `${stem}-${width}.${kind}`, width }));
  const width = widths.at(-1) ?? 0;
  const image: Image = {
    url: `${stem}-${width}.webp`,
    width,
    height,
    srcset: files("webp"),
    placeholder,
  };
  return hasAvif ? { ...image, avif: files("avif") } : image;
}

/** Returns what an image says, whatever the order of its members. */
function listed(image: Image): string {
  return JSON.stringify(Object.entries(image).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
