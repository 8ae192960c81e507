import { expect, test } from "vitest";
import { openSegmentCache } from "./segment-cache.ts";

test("the cache never exceeds its bound, and evicts the least recently used file", () => {
  const cache = openSegmentCache(8_000);
  for (let i = 0; i < 8; i++) cache.put(`s${i}`, Buffer.alloc(1_000));
  expect(cache.get("s0")).toBeDefined();
  cache.put("s8", Buffer.alloc(1_000));
  expect(cache.bytes).toBe(8_000);
  expect(cache.get("s1")).toBeUndefined();
  expect(cache.get("s0")).toBeDefined();
});

test("a file that would evict the others is not cached", () => {
  const cache = openSegmentCache(8_000);
  cache.put("huge", Buffer.alloc(1_001));
  expect(cache.get("huge")).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

test("an empty file is cached, and a cache without space caches nothing", () => {
  const cache = openSegmentCache(8_000);
  cache.put("empty", Buffer.alloc(0));
  expect(cache.get("empty")).toEqual(Buffer.alloc(0));
  for (const size of [0, 7]) {
    const none = openSegmentCache(size);
    none.put("a", Buffer.alloc(1));
    expect([none.get("a"), none.bytes]).toEqual([undefined, 0]);
  }
});
