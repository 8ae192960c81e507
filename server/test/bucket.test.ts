import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sayIn } from "#platform/said";
import { checkStore } from "#platform/store/check-store";
import { openS3Store } from "#platform/store/s3-store";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { type S3Double, startS3Double } from "#test/s3-double";
import { timeLimit } from "../../tools/time-limit.ts";

let double: S3Double;
let folder: string;
beforeAll(async () => {
  double = await startS3Double({ pageSize: 100 });
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-bucket-"));
});
afterAll(async () => {
  await double.close();
  await rm(folder, { recursive: true, force: true });
});

/** The settings of a site whose media is in the double. */
function settingsOf({ settings }: S3Double): Record<string, string> {
  return {
    MEDIA_STORE: "s3",
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    S3_PREFIX: settings.prefix,
    MEDIA_CACHE_MB: "0",
  };
}

/** An edge that may keep segments, and its proof. */
const edge = {
  MEDIA_EDGE: "checked",
  GRANT_KEYS: "k1:0123456789abcdef0123456789abcdef",
  ORIGIN_SECRET: "0123456789abcdef0123456789abcdef",
};
const proof = { "x-origin-secret": edge.ORIGIN_SECRET };

test("O23: a film plays from the bucket; without complete.json none of its files is served; while the bucket is away, media answers 503 and the rest of the site goes on", async () => {
  const app: TestApp = await testApp({ ...settingsOf(double), ...edge });
  try {
    const [made, half] = [await makeSeries(app), await makeSeries(app)];
    const get = async (url: string, headers: Record<string, string> = {}) =>
      app.http.inject({ url, headers: { ...proof, ...headers } });
    const prefixOf = async (id = "") =>
      (await get(`/api/video/episode?id=${id}`)).json().info.playback.hls.replace("index.m3u8", "");
    const prefix = await prefixOf(made.episodes[0]?.id);
    const segment = await get(`${prefix}v720-00000.m4s`);
    expect(segment.statusCode).toBe(200);
    expect(segment.rawPayload).toHaveLength(5_000);
    expect(segment.headers["cdn-cache-control"]).toContain("public");
    const part = await get(`${prefix}v720-00000.m4s`, { range: "bytes=100-199" });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100]);
    expect((await get(`${prefix}index.m3u8`)).statusCode).toBe(200);

    const unseen = half.episodes[0]?.assetId;
    // Another process removed what made it complete; this one has not served it yet.
    double.objects.delete(`${double.settings.prefix}assets/${unseen}/complete.json`);
    const other = await openS3Store(double.settings, folder);
    expect(await other.read(`assets/${unseen}/index.m3u8`)).toBeNull();

    // A series can be opened whether the bucket is silent or fails; its player finds out.
    const begin = async () => {
      const { info, code } = (await get(`/api/video/episode?id=${half.episodes[1]?.id}`)).json();
      return [code, info.playback.startup];
    };
    double.fail({ on: "GET ", how: "silent" });
    const since = performance.now();
    expect(await begin()).toEqual([200, null]);
    expect(performance.now() - since).toBeLessThan(timeLimit(3));
    double.heal();
    double.fail({ on: "GET ", how: 500 }, { on: "HEAD ", how: 500 });
    expect(await begin()).toEqual([200, null]);
    const away = await get(`${prefix}v720-00000.m4s`);
    expect(away.statusCode).toBe(503);
    expect(away.headers["retry-after"]).toBe("2");
    expect(away.headers["cache-control"] ?? "").not.toContain("max-age");
    expect(away.headers["cdn-cache-control"]).toBeUndefined();
    for (const url of ["/api/homepage", `/api/video?id=${made.id}`, "/api/config"])
      expect((await get(url)).json().code, url).toBe(200);
    double.heal();
    await expect
      .poll(async () => (await get(`${prefix}v720-00000.m4s`)).statusCode, {
        timeout: timeLimit(9),
        interval: 250,
      })
      .toBe(200);
  } finally {
    double.heal();
    await app.close();
  }
});

test("doctor's look at the bucket names the place, and the fault when the key is wrong", async () => {
  const settings = { ...double.settings, prefix: "site-3/" };
  const look = async (bucket: typeof settings) => {
    const found = await checkStore({ bucket, dataDir: folder });
    return found && { isGood: found.isGood, text: sayIn("en", found.say) };
  };
  expect(await look(settings)).toEqual({
    isGood: true,
    text: "the bucket of s3://media/site-3/cliffhanger-media answers; the first start will mark it",
  });
  const wrong = await look({ ...settings, secretAccessKey: "wrong" });
  expect(wrong?.isGood).toBe(false);
  expect(wrong?.text).toContain("SignatureDoesNotMatch");
  expect(await checkStore({ bucket: null, dataDir: folder })).toBeNull();
});
