import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localFiles } from "./local-files.ts";
import { firstSegment, prefetchFirstSegment, takePrefetchedSegment } from "./segment-prefetch.ts";

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
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
const film = (grant: string, asset = "a1") => `${origin}/media/v/${grant}/${asset}/index.m3u8`;
const coming = { startup, at: 0 };

test("a film's first segment is of the rendition that is listed first, and the one that holds its beginning", () => {
  const hls = "/media/v/g/a1/index.m3u8";
  expect(firstSegment({ ...coming, hls }, false)).toBe("/media/v/g/a1/v540-00000.m4s");
  expect(firstSegment({ ...coming, hls, at: 1 }, false)).toBe("/media/v/g/a1/v540-00001.m4s");
  expect(firstSegment({ ...coming, hls, at: 3.5 }, false)).toBe("/media/v/g/a1/v540-00002.m4s");
  expect(firstSegment({ ...coming, hls, at: 99 }, false)).toBe("/media/v/g/a1/v540-00002.m4s");
});

test("without the small files nothing can be asked for ahead", () => {
  expect(firstSegment({ hls: "/media/v/g/a1/index.m3u8", startup: null, at: 0 }, false)).toBeNull();
});

test("a segment that was asked for ahead is asked for once, and handed out once, whatever grant it is then wanted under", async () => {
  asked.length = 0;
  prefetchFirstSegment({ ...coming, hls: film("one") }, false);
  prefetchFirstSegment({ ...coming, hls: film("two") }, false);
  const file = localFiles(null)(film("three").replace("index.m3u8", "v540-00000.m4s"));
  expect(await file?.body).toEqual(new Uint8Array(5000).fill(7).buffer);
  expect(file?.bytes).toEqual({ loaded: 5000, total: 5000 });
  expect(file?.times.end).toBeGreaterThanOrEqual(file?.times.first ?? Number.NaN);
  expect(asked).toEqual(["/media/v/one/a1/v540-00000.m4s"]);
  expect(takePrefetchedSegment(film("one").replace("index.m3u8", "v540-00000.m4s"))).toBeNull();
});

test("another film takes the place of one that nobody came for", async () => {
  prefetchFirstSegment({ ...coming, hls: film("g", "a2") }, false);
  prefetchFirstSegment({ ...coming, hls: film("g", "a3") }, false);
  expect(takePrefetchedSegment(film("g", "a2").replace("index.m3u8", "v540-00000.m4s"))).toBeNull();
  const file = takePrefetchedSegment(film("g", "a3").replace("index.m3u8", "v540-00000.m4s"));
  expect((await file?.body)?.byteLength).toBe(5000);
});

test("a segment that could not be had is told to whoever takes it", async () => {
  prefetchFirstSegment({ ...coming, hls: film("gone") }, false);
  const file = takePrefetchedSegment(film("g").replace("index.m3u8", "v540-00000.m4s"));
  await expect(file?.body).rejects.toThrow("404");
});

test("playlists and initialisation segments that came along need no request, others do", async () => {
  const atHand = localFiles(startup);
  expect(await atHand(film("g").replace("index.m3u8", "v234.m3u8"))?.body).toBe(
    startup.playlists["v234.m3u8"],
  );
  const head = (await atHand(film("g").replace("index.m3u8", "v540-init.mp4"))?.body) as ArrayBuffer;
  expect(new TextDecoder().decode(head)).toBe("head");
  expect(atHand(film("g").replace("index.m3u8", "v234-init.mp4"))).toBeNull();
});
