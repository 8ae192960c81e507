import { createReadStream } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, extname, join, normalize } from "node:path";
import type HlsPlayer from "hls.js";
import type { Browser } from "playwright-core";

/** The result of a cold start: milliseconds from play(), the bytes received until then, and the frame's height. */
export interface Start {
  firstFrame: number;
  bytes: number;
  height: number;
  /** Milliseconds of stall in the seconds watched after the first frame. */
  stalled: number;
}

const TYPES: Record<string, string> = {
  ".m3u8": "application/vnd.apple.mpegurl",
  ".m4s": "video/iso.segment",
  ".mp4": "video/mp4",
  ".js": "text/javascript",
  ".html": "text/html",
};
const PLAYERS = join(dirname(createRequire(import.meta.url).resolve("hls.js/package.json")), "dist");
const WATCH_MS = 4000;

/** Serves the variants' folders, the two builds of the player and a bare page. */
export async function serve(root: string): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://local").pathname);
    const player = /^\/(light|full)\.html$/.exec(path)?.[1];
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    response.setHeader("cache-control", "no-store");
    if (player)
      return response.end(
        `<!doctype html><video muted playsinline></video><script src="/${player}.js"></script>`,
      );
    const file = path === "/light.js" ? "hls.light.min.js" : path === "/full.js" ? "hls.min.js" : null;
    const stream = createReadStream(file ? join(PLAYERS, file) : join(root, path));
    return stream.on("error", () => response.writeHead(404).end()).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Measures a cold start in a new context: page and player are loaded, nothing of the episode is. */
export async function start(
  browser: Browser,
  port: number,
  player: "light" | "full",
  path: string,
  traffic: { reset: () => void; bytes: () => number },
): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/${player}.html`, { waitUntil: "load" });
    traffic.reset();
    let bytes = 0;
    await page.exposeFunction("mark", () => {
      bytes = traffic.bytes();
    });
    const seen = await page.evaluate(playInPage, { path, watch: WATCH_MS });
    return { ...seen, bytes };
  } finally {
    await context.close();
  }
}

/** Plays in the page, so it can use nothing of this module. */
async function playInPage({ path, watch }: { path: string; watch: number }): Promise<Omit<Start, "bytes">> {
  const video = document.querySelector("video");
  if (!video) throw new Error("no video element");
  const { Hls, mark } = globalThis as unknown as { Hls: typeof HlsPlayer; mark: () => Promise<void> };
  const hls = new Hls({ maxBufferLength: 30 });
  const began = performance.now();
  hls.loadSource(path);
  hls.attachMedia(video);
  const fatal = new Promise<never>((_, reject) => {
    hls.on(Hls.Events.ERROR, (_event, data) => {
      if (data.fatal) reject(new Error(data.details));
    });
  });
  const frame = new Promise<{ firstFrame: number; height: number }>((resolve) => {
    video.requestVideoFrameCallback((now, metadata) => {
      void mark();
      resolve({ firstFrame: Math.max(now, performance.now()) - began, height: metadata.height });
    });
  });
  void video.play();
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("no frame in 20 s")), 20_000),
  );
  const first = await Promise.race([frame, fatal, late]);
  const watched = performance.now();
  const from = video.currentTime;
  await new Promise((resolve) => setTimeout(resolve, watch));
  const stalled = Math.max(0, performance.now() - watched - (video.currentTime - from) * 1000);
  hls.destroy();
  return { ...first, stalled };
}
