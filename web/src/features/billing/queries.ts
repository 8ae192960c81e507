import type { Data, Order, Payments } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";
import type { NamedOrder } from "./order-key.ts";

const PAGE_SIZE = "24";

/** Fetches what is sold here, and the price to unlock a series if one is given (R78). */
export function plansQuery(seriesId: string | null, language: Language) {
  const params: Record<string, string> = seriesId ? { seriesId } : {};
  return queryOptions({
    queryKey: queryKey("GET /api/plan", language, params),
    queryFn: ({ signal }) => call("GET /api/plan", params, { signal, quiet: true }),
    staleTime: 60_000,
  });
}

/** Fetches the membership and all orders (R74), on each visit of a screen that shows them. */
export function paymentsQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/payment", language),
    queryFn: async ({ signal }) =>
      (await call("GET /api/payment", undefined, { signal, quiet: true })) as Payments,
  });
}

/** Fetches the saved payment methods, the default one first. */
export function methodsQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/payment/methods", language),
    queryFn: async ({ signal }) =>
      (await call("GET /api/payment/methods", undefined, { signal, quiet: true })).list,
  });
}

/** Fetches a change of the method that the membership renews by. */
export function methodChangeQuery(setupId: string, language: Language) {
  const params = { setupId };
  return queryOptions({
    queryKey: queryKey("GET /api/payment/method", language, params),
    queryFn: ({ signal }) => call("GET /api/payment/method", params, { signal, quiet: true }),
  });
}

/** Fetches an order of the current user, or of a visitor who has its key. */
export function orderQuery({ orderId, orderKey }: NamedOrder, language: Language) {
  const params = { orderId, ...(orderKey ? { orderKey } : {}) };
  return queryOptions({
    queryKey: queryKey("GET /api/payment", language, { orderId }),
    queryFn: async ({ signal }) => (await call("GET /api/payment", params, { signal, quiet: true })) as Order,
  });
}

/** Fetches the episode that an order was opened from: it is unlocked now, and it names its series. */
export function openedEpisodeQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video/episode", language, { id }),
    queryFn: ({ signal }) => call("GET /api/video/episode", { id }, { signal, quiet: true }),
  });
}

type UnlockedPage = Data<"GET /api/video">;

/** Fetches the series that this member unlocked, page by page (R22). */
export function unlockedQuery(language: Language) {
  return infiniteQueryOptions({
    queryKey: queryKey("GET /api/video", language, { scope: "unlocked", pageSize: PAGE_SIZE }),
    queryFn: ({ pageParam, signal }): Promise<UnlockedPage> =>
      call(
        "GET /api/video",
        { scope: "unlocked" as const, pageSize: PAGE_SIZE, page: String(pageParam) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last: UnlockedPage) => (last.hasMore ? last.page + 1 : undefined),
    select: ({ pages }: InfiniteData<UnlockedPage>) => ({
      cards: [...new Map(pages.flatMap(({ list }) => list).map((card) => [card.id, card])).values()],
      total: pages.at(-1)?.total ?? 0,
    }),
  });
}

/** Fetches the ids of the series that this member unlocked. Quiet. */
export function ownedSeriesQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video", language, { scope: "unlocked", ids: "1" }),
    queryFn: async ({ signal }) => {
      const ids: string[] = [];
      let more = true;
      for (let page = 1; more; page += 1) {
        const params = { scope: "unlocked" as const, pageSize: "100", page: String(page) };
        const answer: UnlockedPage = await call("GET /api/video", params, { signal, quiet: true });
        ids.push(...answer.list.map(({ id }) => id));
        more = answer.hasMore;
      }
      return ids;
    },
  });
}

const affectedCalls = [
  "GET /api/user",
  "GET /api/video",
  "GET /api/video/episode",
  "GET /api/plan",
  "GET /api/payment",
  "GET /api/payment/methods",
];

/** Refetches all that depends on purchases, after one was made, cancelled or resumed. */
export function refetchEntitlements(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [name] }) => affectedCalls.includes(String(name)),
  });
}
