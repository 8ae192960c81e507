import { focusManager, InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { historyQuery, recentQuery } from "./queries.ts";

afterEach(() => focusManager.setFocused(undefined));

function comeBack(): void {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
}

test("R39, R66: who comes back to a page continues where they stopped on another device", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } });
  client.mount();
  const page = { list: [], total: 0, page: 1, pageSize: 12, hasMore: false };
  const recent = vi.fn<() => Promise<typeof page>>(async () => page);
  const history = vi.fn<() => Promise<typeof page>>(async () => page);
  const observers = [
    new QueryObserver(client, { ...recentQuery("en"), queryFn: recent }),
    new InfiniteQueryObserver(client, { ...historyQuery("en"), queryFn: history }),
  ];
  const stops = observers.map((observer) => observer.subscribe(() => undefined));
  await expect.poll(() => client.isFetching()).toBe(0);
  comeBack();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect([recent, history].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  for (const stop of stops) stop();
  client.unmount();
});
