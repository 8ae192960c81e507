import { expect, expectTypeOf, test } from "vitest";
import type { Db, inTransaction, Trx } from "#platform/db/database";
import { lockOrder } from "./repository.ts";

test("H16: a lock outside a transaction does not compile", () => {
  expectTypeOf<Db>().not.toExtend<Parameters<typeof lockOrder>[0]>();
  expectTypeOf<Trx>().toExtend<Db>();
  expectTypeOf<Parameters<Parameters<typeof inTransaction>[1]>[0]>().toEqualTypeOf<Trx>();
  // @ts-expect-error: the pool is not a transaction and holds no lock. If this line compiles, the types check fails.
  const lockOnPool = (pool: Db) => lockOrder(pool, "an-order");
  expect(lockOnPool).toBeTypeOf("function");
});
