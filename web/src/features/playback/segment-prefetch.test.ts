import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localFiles } from "./local-files.ts";
import { firstSegment, prefetchFirstSegment, takePrefetchedSegment } from "./segment-prefetch.ts";

const requestedUrls: string[] = [];
const server = createServer((request, response) => {
  requestedUrls.push(request.url ?? "");
  if (request.url?.includes("/gone/")) response.writeHead(404).end();
  else response.end(Buffer.alloc(5000, 7));
});
let origin = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const rendition = (name: string) =>
  `#EXTM3U\n#EXT-X-MAP:URI="${name}-init.mp4"\n#EXTINF:1.000000,\n${name}-00000.m4s\n#EXTINF:2.000000,\n${name}-00001.m4s\n#EXTINF:2.000000,\n${name}-00002.m4s\n#EXT-X-ENDLIST\n`;
const startup = {
  playlists: {
    "index.m3u8": `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=1500000,AVERAGE-BANDWIDTH=1400000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=540x960,FRAME-RATE=24.000
v540.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=500000,AVERAGE-BANDWIDTH=400000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=234x416,FRAME-RATE=24.000
v234.m3u8
`,
    "v540.m3u8": rendition("v540"),
    "v234.m3u8": rendition("v234"),
  },
  inits: { "v540-init.mp4": btoa("head") },
};
const playlistUrl = (grant: string, asset = "a1") => `${origin}/media/v/${grant}/${asset}/index.m3u8`;
const upcoming = { startup, at: 0 };

test("the first segment is of the rendition listed first, at the start position", () => {
  const hls = "/media/v/g/a1/index.m3u8";
  expect(firstSegment({ ...upcoming, hls }, false)).toBe("/media/v/g/a1/v540-00000.m4s");
  expect(firstSegment({ ...upcoming, hls, at: 1 }, false)).toBe("/media/v/g/a1/v540-00001.m4s");
  expect(firstSegment({ ...upcoming, hls, at: 3.5 }, false)).toBe("/media/v/g/a1/v540-00002.m4s");
  expect(firstSegment({ ...upcoming, hls, at: 99 }, false)).toBe("/media/v/g/a1/v540-00002.m4s");
});

test("without the startup bundle nothing can be prefetched", () => {
  expect(firstSegment({ hls: "/media/v/g/a1/index.m3u8", startup: null, at: 0 }, false)).toBeNull();
});

test("a prefetched segment is requested once, and returned once, under any grant", async () => {
  requestedUrls.length = 0;
  prefetchFirstSegment({ ...upcoming, hls: playlistUrl("one") }, false);
  prefetchFirstSegment({ ...upcoming, hls: playlistUrl("two") }, false);
  const file = localFiles(null)(playlistUrl("three").replace("index.m3u8", "v540-00000.m4s"));
  expect(await file?.body).toEqual(new Uint8Array(5000).fill(7).buffer);
  expect(file?.bytes).toEqual({ loaded: 5000, total: 5000 });
  expect(file?.times.end).toBeGreaterThanOrEqual(file?.times.first ?? Number.NaN);
  expect(requestedUrls).toEqual(["/media/v/one/a1/v540-00000.m4s"]);
  expect(takePrefetchedSegment(playlistUrl("one").replace("index.m3u8", "v540-00000.m4s"))).toBeNull();
});

test("another episode replaces an unused prefetch", async () => {
  prefetchFirstSegment({ ...upcoming, hls: playlistUrl("g", "a2") }, false);
  prefetchFirstSegment({ ...upcoming, hls: playlistUrl("g", "a3") }, false);
  expect(takePrefetchedSegment(playlistUrl("g", "a2").replace("index.m3u8", "v540-00000.m4s"))).toBeNull();
  const file = takePrefetchedSegment(playlistUrl("g", "a3").replace("index.m3u8", "v540-00000.m4s"));
  expect((await file?.body)?.byteLength).toBe(5000);
});

test("a failed prefetch rejects for its taker", async () => {
  prefetchFirstSegment({ ...upcoming, hls: playlistUrl("gone") }, false);
  const file = takePrefetchedSegment(playlistUrl("g").replace("index.m3u8", "v540-00000.m4s"));
  await expect(file?.body).rejects.toThrow("404");
});

test("playlists and init segments of the startup bundle need no request, others do", async () => {
  const atHand = localFiles(startup);
  expect(await atHand(playlistUrl("g").replace("index.m3u8", "v234.m3u8"))?.body).toBe(
    startup.playlists["v234.m3u8"],
  );
  const head = (await atHand(playlistUrl("g").replace("index.m3u8", "v540-init.mp4"))?.body) as ArrayBuffer;
  expect(new TextDecoder().decode(head)).toBe("head");
  expect(atHand(playlistUrl("g").replace("index.m3u8", "v234-init.mp4"))).toBeNull();
});
