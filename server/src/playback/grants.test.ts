import * as fc from "fast-check";
import { expect, test } from "vitest";
import { GRANT_SECONDS, type GrantKey, signGrant, verifyGrant } from "./grants.ts";

const now = new Date("2026-11-20T12:00:00Z");
const inSeconds = (seconds: number) => Math.floor(now.getTime() / 1000) + seconds;
const k1: GrantKey = { id: "k1", secret: "the first secret of thirty-two and more" };
const k2: GrantKey = { id: "k2", secret: "the second secret of thirty-two and more" };

const sign = (keys: GrantKey[], expiresAt = inSeconds(GRANT_SECONDS)) =>
  signGrant(keys, { episodeId: "e1", assetId: "a1", viewer: "v1", expiresAt });
const grantIn = (prefix: string) => prefix.split("/")[3] ?? "";

test("R47: a grant opens its asset until it expires, and names episode and viewer", () => {
  const grant = grantIn(sign([k1]));
  expect(verifyGrant([k1], grant, "a1", now)).toEqual({
    episodeId: "e1",
    assetId: "a1",
    viewer: "v1",
    expiresAt: inSeconds(GRANT_SECONDS),
  });
  expect(verifyGrant([k1], grant, "a2", now)).toBeNull();
  expect(verifyGrant([k1], grant, "a1", new Date(now.getTime() + GRANT_SECONDS * 1000))).toBeNull();
});

test("R47: a grant lives ten minutes at most, even when a key holder writes more into it", () => {
  expect(GRANT_SECONDS).toBeLessThanOrEqual(600);
  expect(verifyGrant([k1], grantIn(sign([k1], inSeconds(86_400))), "a1", now)).toBeNull();
});

test("keys rotate: the newest signs, an older one still verifies, a removed one does not", () => {
  const old = grantIn(sign([k1]));
  expect(grantIn(sign([k2, k1]))).toMatch(/^k2\./);
  expect(verifyGrant([k2, k1], old, "a1", now)).not.toBeNull();
  expect(verifyGrant([k2], old, "a1", now)).toBeNull();
});

test("R47: no edited grant opens anything, whichever character is changed", () => {
  const grant = grantIn(sign([k1]));
  fc.assert(
    fc.property(
      fc.nat(grant.length - 1),
      fc.constantFrom(..."a b c X Y Z 0 1 9 . _ -".split(" ")),
      (at, character) => {
        fc.pre(grant[at] !== character);
        const edited = grant.slice(0, at) + character + grant.slice(at + 1);
        expect(verifyGrant([k1], edited, "a1", now)).toBeNull();
      },
    ),
    { numRuns: 2000 },
  );
});

test("text that is not a grant is refused without an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(verifyGrant([k1], text, "a1", now)).toBeNull();
    }),
  );
});
