import type { Engine, EngineEvents, EngineSource } from "./engine.ts";

const loads = 3;

/**
 * Plays HLS by the browser's own means: older iPhones. It answers a refused grant by loading the playlist anew, chooses
 * its qualities alone, and shares no cache with the page: what comes next is loaded in an element that waits.
 */
export function createNativeEngine(video: HTMLVideoElement, events: EngineEvents): Engine {
  if (video.canPlayType("application/vnd.apple.mpegurl") === "") events.failed("unsupported");
  let source: EngineSource | null = null;
  let loaded = 0;

  async function load(at: number): Promise<void> {
    const current = source;
    if (!current) return;
    loaded += 1;
    const url = await current.grants.fresh(current.hls);
    if (source !== current) return;
    video.preload = current.ahead ? "metadata" : "auto";
    video.src = url;
    video.addEventListener("loadedmetadata", () => (video.currentTime = at), { once: true });
    video.load();
    if (!current.ahead) await video.play().catch(() => undefined);
  }

  async function onError(): Promise<void> {
    if (!source || video.error?.code === MediaError.MEDIA_ERR_ABORTED) return;
    const renewed = loaded < loads && (await source.grants.refused(video.currentSrc));
    if (renewed) await load(video.currentTime);
    else events.failed(video.error?.code === MediaError.MEDIA_ERR_DECODE ? "media" : "network");
  }

  const onFault = () => void onError();
  const onSize = () => events.switched(Math.min(video.videoWidth, video.videoHeight) || null);
  const onTime = () => (loaded = 1);
  video.addEventListener("error", onFault);
  video.addEventListener("resize", onSize);
  // Once it plays again, the next end of a grant is a new one.
  video.addEventListener("timeupdate", onTime);
  return {
    open(next) {
      source = next;
      loaded = 0;
      // It waits by itself until it may begin.
      events.paced();
      void load(next.at);
    },
    resume() {
      if (source) source = { ...source, ahead: false };
      video.preload = "auto";
      if (source && video.error) void load(video.currentTime);
    },
    rest() {
      video.preload = "metadata";
    },
    deepen: () => undefined,
    limit: () => undefined,
    close() {
      source = null;
      for (const [name, listener] of [
        ["error", onFault],
        ["resize", onSize],
        ["timeupdate", onTime],
      ] as const) {
        video.removeEventListener(name, listener);
      }
      video.removeAttribute("src");
      video.load();
    },
  };
}
