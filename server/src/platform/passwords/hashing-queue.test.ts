import { expect, test } from "vitest";
import { openHashingQueue } from "./hashing-queue.ts";

test.each([1, 2])(
  "with %i at once, 32 more may wait and all others are refused with Retry-After",
  async (atOnce) => {
    const hashingQueue = openHashingQueue(atOnce);
    const gate = Promise.withResolvers<void>();
    const work = () => hashingQueue.with(() => gate.promise);
    const all = Array.from({ length: 60 }, work);
    const outcomes = Promise.allSettled(all);
    await expect(work()).rejects.toMatchObject({ code: 429, reason: "busy", retryAfter: 2 });
    gate.resolve();
    const done = (await outcomes).filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(atOnce + 32);
    await work();
  },
);

test("R52: a queue hashes at the full cost by default, and its decoy costs the same", async () => {
  const costs = "$argon2id$v=19$m=19456,t=2,p=1$";
  await openHashingQueue().with(async ({ hash, decoy }) => {
    expect((await hash("a long salt road")).startsWith(costs)).toBe(true);
    expect(decoy.startsWith(costs)).toBe(true);
  });
});

test("passwords are hashed in order, and a failed one frees its slot", async () => {
  const hashingQueue = openHashingQueue(1);
  const order: number[] = [];
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map((number) =>
      hashingQueue.with(async ({ hash, verify }) => {
        await (number === 2 ? verify("x", "no hash") : hash("a long salt road"));
        order.push(number);
      }),
    ),
  );
  expect(order).toEqual([1, 3, 4]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});
