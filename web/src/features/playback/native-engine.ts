import type { Engine, EngineSource } from "./engine.ts";
import type { Failure } from "./player-state.ts";

const loads = 3;

/** Plays HLS by the browser's own means: older iPhones. It answers a refused grant by loading the playlist anew. */
export function createNativeEngine(video: HTMLVideoElement, failed: (failure: Failure) => void): Engine {
  if (video.canPlayType("application/vnd.apple.mpegurl") === "") failed("unsupported");
  let source: EngineSource | null = null;
  let loaded = 0;

  async function load(at: number): Promise<void> {
    const current = source;
    if (!current) return;
    loaded += 1;
    const url = await current.grants.fresh(current.hls);
    if (source !== current) return;
    video.src = url;
    video.addEventListener("loadedmetadata", () => (video.currentTime = at), { once: true });
    video.load();
    await video.play().catch(() => undefined);
  }

  async function onError(): Promise<void> {
    if (!source || video.error?.code === MediaError.MEDIA_ERR_ABORTED) return;
    const renewed = loaded < loads && (await source.grants.refused(video.currentSrc));
    if (renewed) await load(video.currentTime);
    else failed(video.error?.code === MediaError.MEDIA_ERR_DECODE ? "media" : "network");
  }

  const listener = () => void onError();
  video.addEventListener("error", listener);
  return {
    open(next) {
      source = next;
      loaded = 0;
      void load(next.at);
    },
    height: () => video.videoHeight || null,
    close() {
      source = null;
      video.removeEventListener("error", listener);
      video.removeAttribute("src");
      video.load();
    },
  };
}
