import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ASSET_FILE } from "#media";
import { type GrantVector, grantVectors, vectorKeys, vectorsText } from "./grant-vectors.ts";
import { verifyGrant } from "./grants.ts";

const folder = join(import.meta.dirname, "../../../deploy/edge");
const GRANT_KEYS = vectorKeys.map(({ id, secret }) => `${id}:${secret}`).join(",");
const MUTATED = 10_000;

/** What the app says, as its route of media does. */
function opensInApp(path: string, now: number): boolean {
  const [, grant = "", asset = "", file = ""] = /^\/media\/v\/([^/]*)\/([^/]*)\/([^/]*)$/.exec(path) ?? [];
  if (!ASSET_FILE.test(file) || !/^[a-z0-9]{1,32}$/.test(asset)) return false;
  return verifyGrant(vectorKeys, grant, asset, new Date(now * 1000)) !== null;
}

interface Njs {
  default: { secondsLeft(path: string, now: number, keys: string): number };
}
interface WebCrypto {
  readKeys(text: string): Promise<unknown>;
  verifyGrant(keys: unknown, path: string, now: number): Promise<{ cacheKey: string | null } | null>;
}

async function load<T>(file: string): Promise<T> {
  return (await import(join(folder, file))) as T;
}

/** Returns paths made from the vectors by changes of one to three places. The same seed repeats the same ones. */
function mutate(vectors: readonly GrantVector[], count: number): Pick<GrantVector, "path" | "now">[] {
  let state = 20_261_126;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const characters = "abcAZQgk019._-/%:+= \u0000é";
  return Array.from({ length: count }, () => {
    const { path, now } = vectors[below(vectors.length)] ?? { path: "", now: 0 };
    let mutated = path;
    for (let left = 1 + below(3); left > 0; left--) {
      const at = below(mutated.length + 1);
      const character = characters[below(characters.length)] ?? "";
      const other = vectors[below(vectors.length)]?.path ?? "";
      const ways = [
        () => mutated.slice(0, at) + character + mutated.slice(at + 1),
        () => mutated.slice(0, at) + character + mutated.slice(at),
        () => mutated.slice(0, at) + mutated.slice(at + 1),
        // The beginning of one grant with the end of another.
        () => mutated.slice(0, at) + other.slice(at),
        () => mutated,
      ];
      mutated = ways[below(ways.length)]?.() ?? mutated;
    }
    // Half of them at the grants' own time, the others around both ends.
    return { path: mutated, now: [now, now, now + below(1400) - 700, now + 600][below(4)] ?? now };
  });
}

test("O26: the app, grant.js and the WebCrypto module agree on the forty vectors and on ten thousand mutated ones", async () => {
  const { default: njs } = await load<Njs>("grant.js");
  const webcrypto = await load<WebCrypto>("grant-webcrypto.js");
  const keys = await webcrypto.readKeys(GRANT_KEYS);
  const ask = async (path: string, now: number) => {
    const verified = await webcrypto.verifyGrant(keys, path, now);
    const said = [opensInApp(path, now), njs.secondsLeft(path, now, GRANT_KEYS) > 0, verified !== null];
    return { said, cacheKey: verified?.cacheKey ?? null };
  };
  const vectors = grantVectors();
  expect(vectors).toHaveLength(40);
  for (const { what, path, now, opens, cacheKey } of vectors)
    expect([what, await ask(path, now)]).toEqual([what, { said: [opens, opens, opens], cacheKey }]);

  const differing: unknown[] = [];
  const opened = { yes: 0, no: 0 };
  for (const { path, now } of mutate(vectors, MUTATED)) {
    const { said } = await ask(path, now);
    if (new Set(said).size > 1) differing.push([path, now, said]);
    if (said[0]) opened.yes++;
    else opened.no++;
  }
  expect(differing).toEqual([]);
  // Mutations that all refuse, or all open, would prove nothing.
  expect(opened.yes).toBeGreaterThan(100);
  expect(opened.no).toBeGreaterThan(5_000);
});

test("O26: vectors.json is what npm run grant-keys -- vectors prints", () => {
  expect(readFileSync(join(folder, "vectors.json"), "utf8")).toBe(vectorsText());
});
