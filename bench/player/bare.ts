import type HlsPlayer from "hls.js";

/** The functions of the bare page, which the benchmarks call. */
export interface Bare {
  /** Plays a playlist by hls.js, or a plain MP4. */
  play(url: string): void;
  /** Loads what a playlist's first frame needs into the browser's cache. */
  fetchFirst(url: string): Promise<void>;
  seek(time: number): void;
  /** Switches to a quality from the next segment on. */
  choose(height: number): void;
}

/** A page with one media element and a minimal player, as the limit of the product's player. */
export const barePage = `<!doctype html>
<meta name="viewport" content="width=device-width">
<style>body { margin: 0; background: #000 } video { position: fixed; inset: 0; width: 100%; height: 100% }</style>
<video playsinline preload="auto"></video>
<script src="/bench/hls.js"></script>
<script>(${inPage.toString()})()</script>`;

/** Runs in the page, so it can use nothing of this module. `?play=` plays at once. */
function inPage(): void {
  const { Hls } = globalThis as unknown as { Hls: typeof HlsPlayer };
  const video = document.querySelector("video") as HTMLVideoElement;
  // By default hls.js would load such a small video to its end.
  const depth = { maxBufferLength: 30, maxMaxBufferLength: 30, maxBufferSize: 0 };
  let hls: HlsPlayer | null = null;

  function play(url: string): void {
    if (!url.includes(".m3u8")) {
      hls?.destroy();
      hls = null;
      video.src = url;
    } else if (hls) hls.loadSource(url);
    else {
      const made = new Hls({ enableWorker: false, autoStartLoad: false, ...depth });
      hls = made;
      made.on(Hls.Events.MANIFEST_PARSED, () => {
        made.startLevel = made.firstLevel;
        made.startLoad(0);
      });
      made.loadSource(url);
      made.attachMedia(video);
    }
    video.play().catch(() => undefined);
  }

  async function fetchFirst(url: string): Promise<void> {
    const text = async (path: string) => (await fetch(path)).text();
    const firstLine = (list: string, ending: string) =>
      list.split("\n").find((each) => !each.startsWith("#") && each.endsWith(ending)) ?? "";
    if (!url.includes(".m3u8")) return void (await (await fetch(url)).arrayBuffer());
    const level = new URL(firstLine(await text(url), ".m3u8"), new URL(url, location.href)).href;
    const list = await text(level);
    const init = /URI="([^"]+)"/.exec(list)?.[1] ?? "";
    for (const file of [init, firstLine(list, ".m4s")])
      await (await fetch(new URL(file, level))).arrayBuffer();
  }

  Object.assign(globalThis, {
    bare: {
      play,
      fetchFirst,
      seek: (time) => (video.currentTime = time),
      choose(height) {
        if (hls)
          hls.nextLevel = hls.levels.findIndex((level) => Math.min(level.width, level.height) === height);
      },
    } satisfies Bare,
  });
  const wanted = new URLSearchParams(location.search).get("play");
  if (wanted) play(wanted);
}
