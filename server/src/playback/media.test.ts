import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let series: MadeSeries;
let other: MadeSeries;
let prefix: string;

const files = [
  "index.m3u8",
  "v720.m3u8",
  "v720-init.mp4",
  "v720-00000.m4s",
  "captions-en-0123456789ab.vtt",
  "storyboard.jpg",
];

beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app);
  other = await makeSeries(app);
  prefix = await prefixOf(series.episodes[0]?.id);
});
afterAll(() => app.close());

async function prefixOf(episodeId = ""): Promise<string> {
  const answer = await app.http.inject(`/api/video/episode?id=${episodeId}`);
  return answer.json().info.playback.hls.replace("index.m3u8", "");
}

const status = async (
  url: string,
  options: { method?: "GET" | "HEAD"; headers?: Record<string, string> } = {},
) => (await app.http.inject({ url, ...options })).statusCode;

test("R47: every file of an asset opens with its grant, by GET, HEAD and Range", async () => {
  for (const file of files) {
    expect(await status(prefix + file), file).toBe(200);
    expect(await status(prefix + file, { method: "HEAD" }), file).toBe(200);
  }
  const part = await app.http.inject({ url: `${prefix}v720-00000.m4s`, headers: { range: "bytes=100-199" } });
  expect(part.statusCode).toBe(206);
  expect(part.headers["content-range"]).toBe("bytes 100-199/5000");
  expect([...part.rawPayload]).toEqual(Array.from({ length: 100 }, (_, at) => (at + 100) % 251));
  expect(await status(`${prefix}v720-00000.m4s`, { headers: { range: "bytes=9000-" } })).toBe(416);
});

test("R47: no file opens without a grant, with an edited one, with another asset's, or after it expired", async () => {
  const [, , , grant = "", asset = ""] = prefix.split("/");
  const parts = grant.split(".");
  // Only the first four bits of the last character count: replace a final A by a different one.
  const edited = `${grant.slice(0, -1)}${grant.endsWith("A") ? "E" : "A"}`;
  const later = [parts[0], Number(parts[1]) + 60, ...parts.slice(2)].join(".");
  const stolen = await prefixOf(other.episodes[0]?.id);
  const ranged = { headers: { range: "bytes=0-9" } };
  for (const file of files) {
    const closed = [
      `/media/v/${asset}/${file}`,
      `/media/v//${asset}/${file}`,
      `/media/v/${edited}/${asset}/${file}`,
      `/media/v/${later}/${asset}/${file}`,
      `/media/v/${grant}/${other.episodes[0]?.assetId}/${file}`,
      `/media/v/${grant}/${series.episodes[2]?.assetId}/${file}`,
      `/media/v/${stolen.split("/")[3]}/${asset}/${file}`,
    ];
    for (const url of closed) {
      expect(await status(url), url).toBe(403);
      expect(await status(url, { method: "HEAD" }), url).toBe(403);
      expect(await status(url, ranged), url).toBe(403);
    }
  }
  app.clock.advance(601);
  for (const file of files) expect(await status(prefix + file), file).toBe(403);
  prefix = await prefixOf(series.episodes[0]?.id);
});

test("R47: a grant for an episode that has since been locked opens no playlist", async () => {
  const fresh = await prefixOf(series.episodes[1]?.id);
  await unaudited(app.database.pool).query("update series set free_episode_count = 1 where id = $1", [
    series.id,
  ]);
  expect(await status(`${fresh}index.m3u8`)).toBe(403);
  await unaudited(app.database.pool).query("update series set free_episode_count = 2 where id = $1", [
    series.id,
  ]);
  expect(await status(`${fresh}index.m3u8`)).toBe(200);
});

test("names that are not an asset's are refused before the disk is accessed", async () => {
  const names = [
    "..%2f..%2findex.m3u8",
    "%2e%2e",
    "..%5cindex.m3u8",
    "index.m3u8%00.jpg",
    ".env",
    "INDEX.M3U8",
    "v720.m3u8.map",
    "index.m3u8/x",
  ];
  for (const name of names) expect([400, 403, 404], name).toContain(await status(prefix + name));
  expect(await status(`${prefix}nothing.m4s`)).toBe(404);
  expect([400, 403, 404]).toContain(await status("/media/images/..%2f..%2fspool%2fx.webp"));
});

test("T01: responses under a grant are cached by the viewer's browser only, and no longer than the grant lives", async () => {
  const fresh = await prefixOf(series.episodes[0]?.id);
  const ask = async (file: string, headers = {}) => {
    const answer = await app.http.inject({ url: fresh + file, headers });
    const cached = /^private, max-age=(\d+)(, immutable)?$/.exec(String(answer.headers["cache-control"]));
    expect([file, Object.keys(answer.headers).filter((name) => /cdn|surrogate|expires/.test(name))]).toEqual([
      file,
      [],
    ]);
    return Number(cached?.[1] ?? Number.NaN);
  };
  for (const [passed, rest] of [
    [0, 600],
    [550, 50],
    [49, 1],
  ] as const) {
    app.clock.advance(passed);
    for (const file of files) {
      const age = await ask(file);
      expect([file, age]).toEqual([file, file.endsWith(".m3u8") ? Math.min(60, rest) : rest]);
    }
    expect(await ask("v720-00000.m4s", { range: "bytes=0-9" })).toBe(rest);
  }
  prefix = await prefixOf(series.episodes[0]?.id);
});

test("segments and playlists have their media types, and playlists are gzipped", async () => {
  const segment = await app.http.inject(`${prefix}v720-00000.m4s`);
  expect(segment.headers).toMatchObject({ "content-type": "video/iso.segment", "accept-ranges": "bytes" });
  const playlist = await app.http.inject({
    url: `${prefix}index.m3u8`,
    headers: { "accept-encoding": "gzip" },
  });
  expect(playlist.headers).toMatchObject({
    "content-type": "application/vnd.apple.mpegurl",
    "content-encoding": "gzip",
  });
  expect(playlist.headers["cache-control"]).toMatch(/^private/);
});

test("behind nginx the bytes are left to nginx, and only with a grant", async () => {
  const behind = await testApp({ MEDIA_ACCEL: "/internal-media" });
  const made = await makeSeries(behind);
  const answer = await behind.http.inject(`/api/video/episode?id=${made.episodes[0]?.id}`);
  const segment = `${answer.json().info.playback.hls.replace("index.m3u8", "")}v720-00000.m4s`;
  const handed = await behind.http.inject(segment);
  expect(handed.headers["x-accel-redirect"]).toBe(
    `/internal-media/assets/${made.episodes[0]?.assetId}/v720-00000.m4s`,
  );
  expect(handed.body).toBe("");
  const refused = await behind.http.inject(
    segment.replace(made.episodes[0]?.assetId ?? "", made.episodes[1]?.assetId ?? ""),
  );
  expect(refused.statusCode).toBe(403);
  expect(refused.headers["x-accel-redirect"]).toBeUndefined();
  await behind.close();
});

test("R47: without a cache every concurrent viewer gets the bytes of the requested file", async () => {
  const uncached = await testApp({ MEDIA_CACHE_MB: "0" });
  const made = await makeSeries(uncached);
  const answer = await uncached.http.inject(`/api/video/episode?id=${made.episodes[0]?.id}`);
  const folder = answer.json().info.playback.hls.replace("index.m3u8", "");
  const expected: Record<string, Buffer> = {
    "v720-00000.m4s": Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251)),
    "v720-init.mp4": Buffer.alloc(700, 1),
    "storyboard.jpg": Buffer.alloc(300, 2),
  };
  const address = await uncached.http.listen({ port: 0, host: "127.0.0.1" });
  for (let round = 0; round < 4; round++) {
    const asked = Object.keys(expected).flatMap((name) => Array.from({ length: 12 }, () => name));
    const bodies = asked.map(async (name) => (await fetch(address + folder + name)).arrayBuffer());
    for (const [at, body] of (await Promise.all(bodies)).entries())
      expect(Buffer.from(body).equals(expected[asked[at] ?? ""] ?? Buffer.alloc(0)), asked[at]).toBe(true);
  }
  expect((await fetch(`${address}${folder}v720-00001.m4s`)).status).toBe(404);
  await uncached.close();
});
