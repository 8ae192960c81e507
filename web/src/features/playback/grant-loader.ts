import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from "hls.js/light";
import { yieldToMain } from "../../lib/yield-to-main.ts";
import type { AtHand, FindAtHand } from "./at-hand.ts";
import type { GrantKeeper } from "./grant-renewal.ts";

type LoaderClass = HlsConfig["loader"];

/**
 * A loader for hls.js that knows of grants: each request goes out under one that opens it now, and a refused one is asked
 * for once more under a new grant. hls.js hears of a 403 only when there is no grant to be had. What is at hand is
 * not asked for at all.
 * @param Plain the loader that does the requests: hls.js's own
 */
export function grantLoader(Plain: LoaderClass, grants: GrantKeeper, findAtHand: FindAtHand): LoaderClass {
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
      const found = findAtHand(context.url);
      if (found) this.#take(found, context, config, callbacks);
      else this.#ask(context, config, callbacks);
    }

    #take(
      found: AtHand,
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
          if (isFilm(response.data)) callbacks.onSuccess(response, stats, asked, details);
          // hls.js would leave a gap of such a segment; as a fault of the line it is asked for again.
          else callbacks.onError({ code: 502, text: "The answer is no film." }, asked, details, stats);
        },
        onError: (error, refused, details, stats) => {
          const { responseURL = context.url } = (details ?? {}) as Partial<XMLHttpRequest>;
          const giveUp = () => (this.#gone ? undefined : callbacks.onError(error, refused, details, stats));
          if (error.code !== 403) {
            giveUp();
            return;
          }
          grants.refused(responseURL).then((renewed) => {
            if (!renewed || this.#gone) return giveUp();
            this.#renew();
            this.#ask(context, config, callbacks);
          }, giveUp);
        },
      });
    }

    // hls.js holds on to the statistics of the first attempt, so the second one writes into the same.
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

// Keeps the statistics up to date while a file arrives: hls.js measures the bandwidth by them. Resolves with the file.
async function followFile(found: AtHand, stats: LoaderStats): Promise<string | ArrayBuffer> {
  const since = performance.now();
  stats.loading = found.times;
  const follow = () => {
    stats.loaded = found.bytes.loaded;
    stats.total = found.bytes.total;
  };
  const timer = setInterval(follow, 50);
  try {
    const data = await found.body;
    if (!isFilm(data)) throw new Error("The answer is no video.");
    follow();
    // Playlists, init segment and segment that are here one after the other would be one long task.
    await yieldToMain();
    stats.loading = asIfNow(found.times, since);
    return data;
  } finally {
    clearInterval(timer);
  }
}

// What lay here already took as long as it took, yet it was not the line that it waited for since: hls.js would think so.
function asIfNow({ start, first, end }: AtHand["times"], since: number): AtHand["times"] {
  const late = Math.max(0, since - end);
  return { start: start + late, first: first + late, end: end + late };
}

// A file of boxes names its first one; what a line answers in place of a film, a page to sign in or nothing, does not.
const boxes = new Set(["ftyp", "styp", "sidx", "emsg", "prft", "moof"]);

function isFilm(data: unknown): boolean {
  if (!(data instanceof ArrayBuffer)) return true;
  return boxes.has(String.fromCharCode(...new Uint8Array(data).subarray(4, 8)));
}
