import { type Grant, type GrantKey, signGrant } from "./grants.ts";

/** A path, the moment at which it is asked for, and whether its grant opens it. */
export interface GrantVector {
  what: string;
  path: string;
  /** Unix seconds. */
  now: number;
  opens: boolean;
  /** What an edge keeps the file under; null: it asks the app each time, or refuses. */
  cacheKey: string | null;
}

const NOW = 1_800_000_000;
const ASSET = "01kc3v0000000000000000asset";
const FILE = "v720-00000.m4s";

/** The keys of the vectors. They sign nothing else. */
export const vectorKeys: readonly GrantKey[] = [
  { id: "k2", secret: "vector-secret-two-0123456789abcdefghij" },
  { id: "k1", secret: "vector-secret-one-0123456789abcdefghij" },
];
const stranger: GrantKey = { id: "k1", secret: "vector-secret-of-somebody-else-0123456" };

/** Returns the test vectors for edges: forty paths, those that open and those that do not. */
export function grantVectors(): GrantVector[] {
  const good = path({});
  const [, , , grant = "", asset = "", file = ""] = good.split("/");
  const parts = grant.split(".");
  const signature = parts[4] ?? "";
  /** Puts another text in place of one of the grant's five parts, whose signature stays. */
  const edited = (at: number, text: string) =>
    `/media/v/${parts.map((part, index) => (index === at ? text : part)).join(".")}/${asset}/${file}`;
  const open = (what: string, given: Part, cacheKey?: string | null): GrantVector => ({
    what,
    path: path(given),
    now: NOW,
    opens: true,
    cacheKey: cacheKey === undefined ? `${given.assetId ?? ASSET}/${given.file ?? FILE}` : cacheKey,
  });
  const closed = (what: string, refused: string, now = NOW): GrantVector => ({
    what,
    path: refused,
    now,
    opens: false,
    cacheKey: null,
  });
  const flipped = (at: number) =>
    `${signature.slice(0, at)}${signature[at] === "A" ? "Q" : "A"}${signature.slice(at + 1)}`;
  return [
    open("a segment", {}),
    open("an init segment", { file: "v720-init.mp4" }),
    open("a picture", { file: "storyboard.jpg" }),
    open("captions", { file: "captions-en-0123456789ab.vtt" }),
    open("a playlist, which is never kept", { file: "index.m3u8" }, null),
    open("a preview, which is never kept", { viewer: "preview-01kc3v000000000000preview0" }, null),
    open("the older of two keys", { keys: [vectorKeys[1] ?? stranger] }),
    open("the last second", { expiresAt: NOW + 1 }),
    open("a clock that is a minute behind", { expiresAt: NOW + 660 }),
    open("names of one character", { episodeId: "e", viewer: "v", assetId: "a" }),
    open("the longest names", {
      episodeId: "E".repeat(32),
      viewer: "-_".repeat(22),
      assetId: "z9".repeat(16),
    }),
    { ...open("half a second before the end", { expiresAt: NOW + 1 }), now: NOW + 0.5 },
    closed("the second of the end", path({ expiresAt: NOW })),
    closed("half a second after the end", path({ expiresAt: NOW }), NOW + 0.5),
    closed("an hour after the end", good, NOW + 4200),
    closed("an hour ahead", path({ expiresAt: NOW + 3600 })),
    closed("a second too far ahead", path({ expiresAt: NOW + 661 })),
    closed("milliseconds in place of seconds", path({ expiresAt: NOW * 1000 })),
    closed("another secret under a known name", path({ keys: [stranger] })),
    closed("an unknown key", path({ keys: [{ id: "k3", secret: stranger.secret }] })),
    closed("a key name that every object has", edited(0, "constructor")),
    closed("a key name in capitals", edited(0, "K2")),
    closed("another key's name", edited(0, "k1")),
    closed("a later end", edited(1, String(NOW + 601))),
    closed("a leading zero in the end", edited(1, `0${parts[1] ?? ""}`)),
    closed("an end in exponents", edited(1, "18e8")),
    closed("another episode", edited(2, "e2")),
    closed("another viewer", edited(3, "v2")),
    closed("a viewer of 45 characters", edited(3, "v".repeat(45))),
    closed("a flipped first character of the signature", edited(4, flipped(0))),
    closed("a flipped last character of the signature", edited(4, flipped(42))),
    closed("a signature without its last character", edited(4, signature.slice(0, 42))),
    closed("a signature with padding", edited(4, `${signature}=`)),
    closed("a signature in Base64 with plus and slash", edited(4, `${signature.slice(0, 42)}+`)),
    closed("no signature", `/media/v/${parts.slice(0, 4).join(".")}/${asset}/${file}`),
    closed("another asset", good.replace(`/${ASSET}/`, "/01kc3v0000000000000000other/")),
    closed("no grant", `/media/v/${asset}/${file}`),
    closed("a step up in place of a file", good.replace(FILE, "..")),
    closed("an encoded slash in the file", good.replace(FILE, "x%2fv720-00000.m4s")),
    closed("a folder below the asset", good.replace(FILE, `x/${FILE}`)),
  ];
}

type Part = Partial<Grant> & { file?: string; keys?: readonly GrantKey[] };

function path({ file = FILE, keys = vectorKeys, ...grant }: Part): string {
  return (
    signGrant(keys, { episodeId: "e1", assetId: ASSET, viewer: "v1", expiresAt: NOW + 600, ...grant }) + file
  );
}

/** Returns the vectors as the text of `deploy/edge/vectors.json`. */
export function vectorsText(): string {
  const keys = vectorKeys.map(({ id, secret }) => `${id}:${secret}`).join(",");
  return `${JSON.stringify({ GRANT_KEYS: keys, vectors: grantVectors() }, null, 2)}\n`;
}
