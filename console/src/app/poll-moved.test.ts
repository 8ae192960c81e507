import type { Activity } from "@cliffhanger/contract/console/activity";
import { QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTab } from "../../test/left-screen.ts";
import { pollMoved } from "./poll-moved.ts";

beforeEach(openTab);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const still: Activity = { since: "20", whole: false, changed: [], queues: [] };
const orderMoved: Activity = { ...still, changed: [{ kind: "order", id: "o1", mark: "1.1" }] };

/** Answers the polls one after the other, and returns from where each asked. */
function answering(...answers: Activity[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(new URL(path, "https://console.example").searchParams.get("since") ?? "");
    return Promise.resolve(Response.json({ code: 200, info: answers[asked.length - 1] ?? still }));
  });
  return asked;
}

const order: QueryKey = ["orders", "one", "1001"];
const films: QueryKey = ["series", "list", {}];

/** Returns a page that has read one order and a list of series, and which of them it reads again. */
function page() {
  const client = new QueryClient();
  client.setQueryData(order, { id: "o1" });
  client.setQueryData(films, { list: [{ id: "s1" }] });
  const again = () => [order, films].filter((key) => client.getQueryState(key)?.isInvalidated);
  return { client, again };
}

test("C18: what moved between a screen's first reading and the first poll is read again, and nothing else", async () => {
  const asked = answering(orderMoved);
  const { client, again } = page();
  await pollMoved(client, "17")();
  expect(asked).toEqual(["17"]);
  expect(again()).toEqual([order]);
});

test("C18: where nothing moved the first poll lets nothing be read again, and the next asks from its answer", async () => {
  const asked = answering();
  const { client, again } = page();
  const poll = pollMoved(client, "17");
  await poll();
  await poll();
  expect(asked).toEqual(["17", "20"]);
  expect(again()).toEqual([]);
});

test("C18: a list whose first reading still runs is read once more when something that it may show moved", async () => {
  answering({ ...still, changed: [{ kind: "series", id: "s9", mark: "1.1" }] });
  const client = new QueryClient();
  const reading = Promise.withResolvers<object>();
  const read = vi.fn<() => Promise<object>>().mockReturnValueOnce(reading.promise).mockResolvedValue({});
  const leave = new QueryObserver(client, { queryKey: films, queryFn: read }).subscribe(() => undefined);
  await pollMoved(client, "17")();
  reading.resolve({ list: [{ id: "s9" }] });
  await expect.poll(() => read.mock.calls.length).toBe(2);
  leave();
});

test("a page that slept for longer than the server knows what moved reads everything again", async () => {
  vi.useFakeTimers();
  const asked = answering(still, { ...still, whole: true });
  const { client, again } = page();
  const poll = pollMoved(client, "17");
  await poll();
  vi.advanceTimersByTime(31 * 60_000);
  await poll();
  expect(asked).toEqual(["17", ""]);
  expect(again()).toEqual([order, films]);
});
