import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { playableQuery, refetchUnlocked } from "./queries.ts";

test("R47: an episode at whose paywall a viewer waits is asked for again once the list shows it as unlocked", async () => {
  const client = new QueryClient();
  const ask = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(402, "")));
  const { queryKey } = playableQuery("e2", "en");
  const observer = new QueryObserver(client, { queryKey, queryFn: ask, retry: false });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().status).toBe("error");
  const [open, closed] = [false, true].map((locked) => [
    { id: "e1", locked: false },
    { id: "e2", locked },
  ]) as [{ id: string; locked: boolean }[], { id: string; locked: boolean }[]];

  refetchUnlocked(client, "en", closed, closed);
  expect(ask, "it is locked still").toHaveBeenCalledTimes(1);
  refetchUnlocked(client, "en", closed, open);
  expect(ask, "it was paid for in another tab, or on another device").toHaveBeenCalledTimes(2);
  await expect.poll(() => observer.getCurrentResult().status).toBe("error");
  refetchUnlocked(client, "en", open, open);
  expect(ask, "a list that says so still asks no more").toHaveBeenCalledTimes(2);
  stop();
});
