import type { Engine, EngineEvents, EngineSource } from "./engine.ts";

const MAX_LOADS = 3;

/**
 * Plays HLS natively, on older iPhones. It handles a refused grant by loading the playlist again, selects qualities
 * itself, and shares no cache with the page: the next episode loads in a waiting element.
 */
export function createNativeEngine(video: HTMLVideoElement, events: EngineEvents): Engine {
  if (video.canPlayType("application/vnd.apple.mpegurl") === "") events.failed("unsupported");
  let source: EngineSource | null = null;
  let loadCount = 0;

  async function load(at: number): Promise<void> {
    const current = source;
    if (!current) return;
    loadCount += 1;
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
    const renewed = loadCount < MAX_LOADS && (await source.grants.refused(video.currentSrc));
    if (renewed) await load(video.currentTime);
    else events.failed(video.error?.code === MediaError.MEDIA_ERR_DECODE ? "media" : "network");
  }

  const onFault = () => void onError();
  const onSize = () => events.switched(Math.min(video.videoWidth, video.videoHeight) || null);
  const onTime = () => (loadCount = 1);
  video.addEventListener("error", onFault);
  video.addEventListener("resize", onSize);
  // Once it plays again, the next expiry belongs to a new grant.
  video.addEventListener("timeupdate", onTime);
  return {
    open(next) {
      source = next;
      loadCount = 0;
      // The browser itself waits until it can start.
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
