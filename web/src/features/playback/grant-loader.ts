import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from "hls.js/light";
import type { GrantKeeper } from "./grant-keeper.ts";

type LoaderClass = HlsConfig["loader"];

/**
 * A loader for hls.js that knows of grants: each request goes out under one that opens it now, and a refused one is asked
 * for once more under a new grant. hls.js hears of a 403 only when there is no grant to be had.
 * @param Plain the loader that does the requests: hls.js's own
 */
export function grantLoader(Plain: LoaderClass, grants: GrantKeeper): LoaderClass {
  return class implements Loader<LoaderContext> {
    context: LoaderContext | null = null;
    stats: LoaderStats;
    #inner: Loader<LoaderContext>;
    #config: HlsConfig;
    #gone = false;

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
      this.#inner.load(context, config, {
        ...callbacks,
        onError: (error, refused, details, stats) => {
          const { responseURL = context.url } = (details ?? {}) as Partial<XMLHttpRequest>;
          const giveUp = () => (this.#gone ? undefined : callbacks.onError(error, refused, details, stats));
          if (error.code !== 403) {
            giveUp();
            return;
          }
          grants.refused(responseURL).then((renewed) => {
            if (renewed && !this.#gone) this.#again(context, config, callbacks);
            else giveUp();
          }, giveUp);
        },
      });
    }

    // hls.js holds on to the statistics of the first attempt, so the second one writes into the same.
    #again(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      this.#inner.destroy();
      this.#inner = new Plain(this.#config);
      Object.assign(this.stats, this.#inner.stats);
      this.#inner.stats = this.stats;
      this.load(context, config, callbacks);
    }

    abort(): void {
      this.#gone = true;
      this.#inner.abort();
    }

    destroy(): void {
      this.#gone = true;
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
