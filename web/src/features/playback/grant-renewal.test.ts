import { expect, test } from "vitest";
import { createGrantRenewal } from "./grant-renewal.ts";
import { readGrant, withGrant } from "./media-grant.ts";

const start = Date.parse("2026-11-20T12:00:00Z");

function granted(grant: string, seconds: number) {
  return {
    hls: `/media/v/${grant}/a1/index.m3u8`,
    startup: null,
    expiresAt: new Date(start + seconds * 1000).toISOString(),
  };
}

test("a media address names its grant and its asset", () => {
  expect(readGrant("/media/v/k1.170.e.v.sig/a1/v540-00001.m4s")).toEqual({
    grant: "k1.170.e.v.sig",
    asset: "a1",
  });
  expect(readGrant("https://x.example/media/v/g/a1/index.m3u8")).toEqual({ grant: "g", asset: "a1" });
  expect(readGrant("/images/a.webp")).toBeNull();
});

test("a new grant replaces the old one in every address of the same asset, including queries", () => {
  const hls = "/media/v/new/a1/index.m3u8";
  expect(withGrant("/media/v/old/a1/v540-00001.m4s?x=1", hls)).toBe("/media/v/new/a1/v540-00001.m4s?x=1");
  expect(withGrant("http://h:1/media/v/old/a1/v540.m3u8", hls)).toBe("http://h:1/media/v/new/a1/v540.m3u8");
  expect(withGrant("/media/v/old/other/v540.m3u8", hls)).toBe("/media/v/old/other/v540.m3u8");
  expect(withGrant("/images/a.webp", hls)).toBe("/images/a.webp");
});

test("a grant with dollar signs is inserted literally", () => {
  expect(withGrant("/media/v/old/a1/x.m4s", "/media/v/$1$&/a1/index.m3u8")).toBe("/media/v/$1$&/a1/x.m4s");
});

test("while the first grant is valid, addresses stay unchanged and no grant is requested", async () => {
  let asked = 0;
  const keeper = createGrantRenewal(
    granted("one", 600),
    async () => {
      asked += 1;
      return granted("two", 1200);
    },
    () => start,
  );
  expect(await keeper.fresh("/media/v/one/a1/s.m4s")).toBe("/media/v/one/a1/s.m4s");
  expect(asked).toBe(0);
});

test("shortly before its expiry a grant is renewed once for all requests in flight", async () => {
  let asked = 0;
  let time = start;
  const keeper = createGrantRenewal(
    granted("one", 600),
    async () => {
      asked += 1;
      return granted("two", 1200);
    },
    () => time,
  );
  time = start + 575_000;
  const urls = await Promise.all([
    keeper.fresh("/media/v/one/a1/s1.m4s"),
    keeper.fresh("/media/v/one/a1/s2.m4s"),
  ]);
  expect(urls).toEqual(["/media/v/two/a1/s1.m4s", "/media/v/two/a1/s2.m4s"]);
  expect(asked).toBe(1);
  expect(await keeper.fresh("/media/v/one/a1/s3.m4s")).toBe("/media/v/two/a1/s3.m4s");
  expect(asked).toBe(1);
});

test("a clock that is an hour fast does not cause endless requests", async () => {
  let asked = 0;
  const keeper = createGrantRenewal(
    granted("one", 600),
    async () => {
      asked += 1;
      return granted(`n${asked}`, 600);
    },
    () => start + 3_600_000,
  );
  for (let index = 0; index < 20; index += 1) await keeper.fresh("/media/v/one/a1/s.m4s");
  expect(asked).toBe(1);
});

test("after a refusal a new grant is requested; without one the result is false", async () => {
  const open = createGrantRenewal(
    granted("one", 600),
    async () => granted("two", 600),
    () => start,
  );
  expect(await open.refused("/media/v/one/a1/s1.m4s")).toBe(true);
  // A second request was in flight with the old grant: the new one is known already.
  expect(await open.refused("/media/v/one/a1/s2.m4s")).toBe(true);
  expect(await open.fresh("/media/v/one/a1/s.m4s")).toBe("/media/v/two/a1/s.m4s");
  const closed = createGrantRenewal(
    granted("one", 600),
    () => Promise.reject(new Error("402")),
    () => start,
  );
  expect(await closed.refused("/media/v/one/a1/s.m4s")).toBe(false);
});

test("a new grant that is refused as well ends the attempts", async () => {
  const keeper = createGrantRenewal(
    granted("one", 600),
    async () => granted("two", 600),
    () => start,
  );
  expect(await keeper.refused("/media/v/one/a1/s.m4s")).toBe(true);
  expect(await keeper.refused("/media/v/two/a1/s.m4s")).toBe(false);
});

test("R14: the address of a film that another one has replaced is not asked for again", async () => {
  const keeper = createGrantRenewal(
    granted("one", 600),
    async () => ({ ...granted("two", 600), hls: "/media/v/two/a2/index.m3u8" }),
    () => start,
  );
  expect(await keeper.refused("/media/v/one/a1/s1.m4s")).toBe(false);
  expect(await keeper.refused("/media/v/one/a1/s2.m4s")).toBe(false);
  expect(keeper.latest().hls).toBe("/media/v/two/a2/index.m3u8");
});
