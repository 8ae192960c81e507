import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from "hls.js/light";
import { yieldToMain } from "../../lib/yield-to-main.ts";
import type { GrantRenewal } from "./grant-renewal.ts";
import type { FindLocalFile, LocalFile } from "./local-files.ts";

type LoaderClass = HlsConfig["loader"];

/**
 * Creates a loader class for hls.js that handles grants: each request is sent with a valid grant, and a refused one
 * is repeated once with a new grant. hls.js receives a 403 only when no grant can be obtained. Local files need no
 * request.
 * @param Plain the loader that sends the requests: hls.js's own
 */
export function grantLoader(Plain: LoaderClass, grants: GrantRenewal, findLocal: FindLocalFile): LoaderClass {
  return class implements Loader<LoaderContext> {
    context: LoaderContext | null = null;
    stats: LoaderStats;
    #inner: Loader<LoaderContext>;
    #config: HlsConfig;
    #gone = false;
    #cancel: (() => void) | null = null;

    constructor(config: HlsConfig) {
      this.#config = {
        ...config,
        xhrSetup: async (xhr, url) => xhr.open("GET", await grants.fresh(url), true),
      };
      this.#inner = new Plain(this.#config);
      this.stats = this.#inner.stats;
    }

    load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      this.context = context;
      const found = findLocal(context.url);
      if (found) this.#take(found, context, config, callbacks);
      else this.#ask(context, config, callbacks);
    }

    #take(
      found: LocalFile,
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const { stats } = this;
      this.#cancel = found.cancel;
      followFile(found, stats).then(
        (data) => {
          if (!this.#gone) callbacks.onSuccess({ url: context.url, data, code: 200 }, stats, context, null);
        },
        () => {
          if (this.#gone) return;
          this.#renew();
          this.#ask(context, config, callbacks);
        },
      );
    }

    #ask(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      this.#inner.load(context, config, {
        ...callbacks,
        onSuccess: (response, stats, asked, details) => {
          if (isMediaFile(response.data)) callbacks.onSuccess(response, stats, asked, details);
          // hls.js would skip such a segment and leave a gap; as a network error it is requested again.
          else callbacks.onError({ code: 502, text: "The answer is no film." }, asked, details, stats);
        },
        onError: (error, refused, details, stats) => {
          const { responseURL = context.url } = (details ?? {}) as Partial<XMLHttpRequest>;
          const fail = () => (this.#gone ? undefined : callbacks.onError(error, refused, details, stats));
          if (error.code !== 403) {
            fail();
            return;
          }
          grants.refused(responseURL).then((renewed) => {
            if (!renewed || this.#gone) return fail();
            this.#renew();
            this.#ask(context, config, callbacks);
          }, fail);
        },
      });
    }

    // hls.js retains the statistics of the first attempt, so the second one writes to the same object.
    #renew(): void {
      this.#inner.destroy();
      this.#inner = new Plain(this.#config);
      Object.assign(this.stats, this.#inner.stats);
      this.#inner.stats = this.stats;
    }

    abort(): void {
      this.#gone = true;
      this.#cancel?.();
      this.#inner.abort();
    }

    destroy(): void {
      this.#gone = true;
      this.#cancel?.();
      this.#inner.destroy();
      this.context = null;
    }

    getCacheAge(): number | null {
      return this.#inner.getCacheAge?.() ?? null;
    }

    getResponseHeader(name: string): string | null {
      return this.#inner.getResponseHeader?.(name) ?? null;
    }
  };
}

// Updates the statistics while a file arrives, because hls.js measures the bandwidth by them. Resolves with the file.
async function followFile(found: LocalFile, stats: LoaderStats): Promise<string | ArrayBuffer> {
  const since = performance.now();
  stats.loading = found.times;
  const follow = () => {
    stats.loaded = found.bytes.loaded;
    stats.total = found.bytes.total;
  };
  const timer = setInterval(follow, 50);
  try {
    const data = await found.body;
    if (!isMediaFile(data)) throw new Error("The answer is no video.");
    follow();
    // Parsing playlists, init segment and segment in one go would be one long task.
    await yieldToMain();
    stats.loading = shiftToNow(found.times, since);
    return data;
  } finally {
    clearInterval(timer);
  }
}

// Shifts the times of a file that arrived earlier: the wait in memory must not count as a slow transfer.
function shiftToNow({ start, first, end }: LocalFile["times"], since: number): LocalFile["times"] {
  const late = Math.max(0, since - end);
  return { start: start + late, first: first + late, end: end + late };
}

// A file of boxes names its first one. An answer that is not a segment, such as a captive portal's page or nothing,
// does not.
const boxes = new Set(["ftyp", "styp", "sidx", "emsg", "prft", "moof"]);

function isMediaFile(data: unknown): boolean {
  if (!(data instanceof ArrayBuffer)) return true;
  return boxes.has(String.fromCharCode(...new Uint8Array(data).subarray(4, 8)));
}
