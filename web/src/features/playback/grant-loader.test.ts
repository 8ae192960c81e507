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

// Replaces hls.js's own loader; the answers come from the list, one for each request.
function setUp(answers: Answer[], keeper: Partial<GrantRenewal>, atHand: LocalFile | null = null) {
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
    latest: () => ({ hls: "", startup: null, expiresAt: "" }),
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

async function flushPromises() {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const oldUrl = "/media/v/old/a1/s.m4s";
const renewedUrl = "/media/v/new/a1/s.m4s";

test("a refused segment is requested once more with a new grant, unnoticed by the player", async () => {
  const { loader, load, events, refused, stats } = setUp(
    [
      { status: 403, url: oldUrl },
      { status: 200, url: renewedUrl },
    ],
    {},
  );
  const held = loader.stats;
  load();
  await flushPromises();
  expect(refused).toEqual([oldUrl]);
  expect(events).toEqual([`success ${renewedUrl}`]);
  expect(stats[0]).toBe(held);
  expect(held.loaded).toBe(2);
});

test("without a new grant the refusal is reported", async () => {
  const { load, events } = setUp([{ status: 403, url: oldUrl }], { refused: () => Promise.resolve(false) });
  load();
  await flushPromises();
  expect(events).toEqual(["error 403"]);
});

test("other failures are reported at once and request no grant", () => {
  const { load, events, refused } = setUp([{ status: 503, url: oldUrl }], {});
  load();
  expect(events).toEqual(["error 503"]);
  expect(refused).toEqual([]);
});

test("an aborted request is not repeated", async () => {
  const { loader, load, events, made } = setUp([{ status: 403, url: oldUrl }], {});
  load();
  loader.abort();
  await flushPromises();
  expect(events).toEqual([]);
  expect(made()).toBe(1);
});

const localFile = (body: LocalFile["body"]): LocalFile => ({
  body,
  times: { start: 5, first: 6, end: 7 },
  bytes: { loaded: 3, total: 3 },
  cancel: () => undefined,
});

test("a local file is not requested, and reports its original transfer time", async () => {
  const { load, events, stats, made } = setUp([], {}, localFile(Promise.resolve("abc")));
  load();
  await flushPromises();
  expect(events).toEqual([`success ${oldUrl}`]);
  expect(stats[0]).toMatchObject({ loaded: 3, total: 3 });
  const { start = 0, first = 0, end = 0 } = stats[0]?.loading ?? {};
  expect([first - start, end - first]).toEqual([1, 1]);
  expect(end).toBeGreaterThan(7);
  expect(made()).toBe(0);
});

test("a pending file that fails is requested after all", async () => {
  const { load, events, made } = setUp(
    [{ status: 200, url: oldUrl }],
    {},
    localFile(Promise.reject(new Error("gone"))),
  );
  load();
  await flushPromises();
  expect(events).toEqual([`success ${oldUrl}`]);
  expect(made()).toBe(1);
});
