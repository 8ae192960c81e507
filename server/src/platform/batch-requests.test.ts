import { expect, test } from "vitest";
import { batchRequests } from "./batch-requests.ts";

/** Returns a run function that waits until it is released and records its items. */
function controlledRun() {
  const runs: number[][] = [];
  const held: (() => void)[] = [];
  const run = async (items: number[]) => {
    runs.push(items);
    await new Promise<void>((resolve) => held.push(resolve));
    return items.map((item) => item * 10);
  };
  const release = async () => {
    held.shift()?.();
    await new Promise(setImmediate);
  };
  return { runs, run, letGo: release };
}

test("a single call runs at once, calls made meanwhile run together, and each gets its own result", async () => {
  const { runs, run, letGo: release } = controlledRun();
  const call = batchRequests(run, { maxWeight: 10, parallel: 1 });
  const results = Promise.all([1, 2, 3, 4].map(call));
  expect(runs).toEqual([[1]]);
  await release();
  expect(runs).toEqual([[1], [2, 3, 4]]);
  await release();
  expect(await results).toEqual([10, 20, 30, 40]);
});

test("neither the limit of parallel runs nor the limit per run is exceeded", async () => {
  const { runs, run, letGo: release } = controlledRun();
  const call = batchRequests(run, { maxWeight: 3, parallel: 2, weightOf: (item) => item });
  const results = Promise.all([1, 1, 2, 1, 1, 9].map(call));
  expect(runs).toEqual([[1], [1]]);
  await release();
  expect(runs.slice(2)).toEqual([[2, 1]]);
  await release();
  expect(runs.slice(3)).toEqual([[1]]);
  await release();
  expect(runs.slice(4)).toEqual([[9]]);
  await release();
  await release();
  expect(await results).toEqual([10, 10, 20, 10, 10, 90]);
});

test("a call that fails does not affect the others", async () => {
  const run = async (items: number[]) => {
    await new Promise(setImmediate);
    if (items.includes(13)) throw new Error("thirteen");
    return items;
  };
  const call = batchRequests(run, { maxWeight: 10, parallel: 1 });
  const results = await Promise.allSettled([1, 2, 13, 4].map(call));
  expect(results.map((each) => each.status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
});

test("when the database is down every call fails without a retry", async () => {
  let runs = 0;
  const call = batchRequests<number, number>(
    async () => {
      runs++;
      throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
    },
    { maxWeight: 10, parallel: 1 },
  );
  const results = await Promise.allSettled([1, 2, 3].map(call));
  expect(results.every((each) => each.status === "rejected")).toBe(true);
  expect(runs).toBe(2);
});
