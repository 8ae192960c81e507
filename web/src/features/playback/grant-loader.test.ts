import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from "hls.js";
import { expect, test } from "vitest";
import { grantLoader } from "./grant-loader.ts";
import type { GrantRenewal } from "./grant-renewal.ts";
import type { LocalFile } from "./local-files.ts";

type Answer = { status: number; url: string };

// Stands where hls.js's own loader does; the answers come from the list, one for each request.
function set(answers: Answer[], keeper: Partial<GrantRenewal>, atHand: LocalFile | null = null) {
  let made = 0;
  class Plain {
    context: LoaderContext | null = null;
    stats = { loading: { start: 0, first: 0, end: 0 }, loaded: 0 } as unknown as LoaderStats;

    load(
      context: LoaderContext,
      _config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      if (this.stats.loading.start > 0) throw new Error("Loader can only be used once.");
      this.stats.loading.start = 1;
      const answer = answers[made] ?? { status: 500, url: "" };
      made += 1;
      this.stats.loaded = made;
      if (answer.status === 200)
        callbacks.onSuccess({ url: answer.url, data: "" }, this.stats, context, null);
      else
        callbacks.onError(
          { code: answer.status, text: "" },
          context,
          { responseURL: answer.url } as XMLHttpRequest,
          this.stats,
        );
    }

    abort(): void {
      this.stats.aborted = true;
    }

    destroy(): void {
      this.context = null;
    }
  }
  const refused: string[] = [];
  const grants: GrantRenewal = {
    fresh: (url) => Promise.resolve(url),
    refused: (url) => {
      refused.push(url);
      return Promise.resolve(true);
    },
    ...keeper,
  };
  const Wrapped = grantLoader(Plain, grants, () => atHand);
  const loader: Loader<LoaderContext> = new Wrapped({} as HlsConfig);
  const events: string[] = [];
  const stats: LoaderStats[] = [];
  const load = () =>
    loader.load(
      { url: "/media/v/old/a1/s.m4s", responseType: "text", type: "fragment" as LoaderContext["type"] },
      {} as LoaderConfiguration,
      {
        onSuccess: (response, given) => {
          events.push(`success ${response.url}`);
          stats.push(given);
        },
        onError: ({ code }) => events.push(`error ${code}`),
        onTimeout: () => events.push("timeout"),
        onAbort: () => events.push("abort"),
      },
    );
  return { loader, load, events, refused, stats, made: () => made };
}

async function settled() {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const old = "/media/v/old/a1/s.m4s";
const renewed = "/media/v/new/a1/s.m4s";

test("a refused segment is asked for once more under a new grant, and the player never notices", async () => {
  const { loader, load, events, refused, stats } = set(
    [
      { status: 403, url: old },
      { status: 200, url: renewed },
    ],
    {},
  );
  const held = loader.stats;
  load();
  await settled();
  expect(refused).toEqual([old]);
  expect(events).toEqual([`success ${renewed}`]);
  expect(stats[0]).toBe(held);
  expect(held.loaded).toBe(2);
});

test("without a new grant the refusal is told", async () => {
  const { load, events } = set([{ status: 403, url: old }], { refused: () => Promise.resolve(false) });
  load();
  await settled();
  expect(events).toEqual(["error 403"]);
});

test("other failures are told at once and ask for no grant", () => {
  const { load, events, refused } = set([{ status: 503, url: old }], {});
  load();
  expect(events).toEqual(["error 503"]);
  expect(refused).toEqual([]);
});

test("a request that was called off is not taken up again", async () => {
  const { loader, load, events, made } = set([{ status: 403, url: old }], {});
  load();
  loader.abort();
  await settled();
  expect(events).toEqual([]);
  expect(made()).toBe(1);
});

const handed = (body: LocalFile["body"]): LocalFile => ({
  body,
  times: { start: 5, first: 6, end: 7 },
  bytes: { loaded: 3, total: 3 },
  cancel: () => undefined,
});

test("what is at hand is not asked for, and tells how long it took when it came", async () => {
  const { load, events, stats, made } = set([], {}, handed(Promise.resolve("abc")));
  load();
  await settled();
  expect(events).toEqual([`success ${old}`]);
  expect(stats[0]).toMatchObject({ loaded: 3, total: 3 });
  const { start = 0, first = 0, end = 0 } = stats[0]?.loading ?? {};
  expect([first - start, end - first]).toEqual([1, 1]);
  expect(end).toBeGreaterThan(7);
  expect(made()).toBe(0);
});

test("what was on its way and did not arrive is asked for after all", async () => {
  const { load, events, made } = set(
    [{ status: 200, url: old }],
    {},
    handed(Promise.reject(new Error("gone"))),
  );
  load();
  await settled();
  expect(events).toEqual([`success ${old}`]);
  expect(made()).toBe(1);
});
