import { expect, test } from "vitest";
import { createVisitStore, type VisitStore } from "../../lib/visit-storage.ts";
import { clientTokenFor, forgetClientToken, renewClientToken } from "./client-token.ts";
import { orderAddress, readOrder, withoutKey } from "./order-key.ts";
import { forgetPending, readPending, savePending } from "./pending-order.ts";
import type { Orderable } from "./place-order.ts";

function tab(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

function blocked(): Storage {
  throw new DOMException("Storage is blocked.", "SecurityError");
}

const stores: [string, () => VisitStore][] = [
  [
    "with storage",
    () => {
      const session = tab();
      return createVisitStore(() => session);
    },
  ],
  ["with storage blocked", () => createVisitStore(blocked)],
];

test("R77, case 2: a reload of the page with the button is the same order, another choice is another", () => {
  const session = tab();
  const token = clientTokenFor(
    createVisitStore(() => session),
    "unlock s1 card",
  );
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  const reloaded = createVisitStore(() => session);
  expect(clientTokenFor(reloaded, "unlock s1 card")).toBe(token);
  expect(clientTokenFor(reloaded, "unlock s1 paypal")).not.toBe(token);
});

test.each(stores)("R77: %s, a new order gets a new token only when the last one is closed", (_, open) => {
  const store = open();
  const token = clientTokenFor(store, "subscribe days-30 card");
  expect(clientTokenFor(store, "subscribe days-30 card")).toBe(token);
  const next = renewClientToken(store, "subscribe days-30 card");
  expect(next).not.toBe(token);
  expect(clientTokenFor(store, "subscribe days-30 card")).toBe(next);
  forgetClientToken(store);
  expect(clientTokenFor(store, "subscribe days-30 card")).not.toBe(next);
});

test("R77: a value of another origin is not accepted as a token", () => {
  const session = tab();
  session.setItem("ORDER_TOKEN", "{broken");
  expect(
    clientTokenFor(
      createVisitStore(() => session),
      "unlock s1 card",
    ),
  ).toMatch(/^[0-9a-f]{32}$/);
});

test("R38: an order's key is removed from the address and stays in this tab", () => {
  const session = tab();
  const store = createVisitStore(() => session);
  expect(readOrder("?order=o1&key=secret&lang=de", store)).toEqual({ orderId: "o1", orderKey: "secret" });
  expect(withoutKey("?order=o1&key=secret&lang=de")).toBe("?order=o1&lang=de");
  expect(
    readOrder(
      "?order=o1",
      createVisitStore(() => session),
    ),
  ).toEqual({ orderId: "o1", orderKey: "secret" });
  expect(readOrder("?order=o2", store)).toEqual({ orderId: "o2", orderKey: null });
  expect(orderAddress("result", { orderId: "o1", orderKey: "secret" }, store)).toBe("/order/result?order=o1");
});

test("R38: where storage is blocked, the next page's address contains the key", () => {
  const store = createVisitStore(blocked);
  expect(orderAddress("result", { orderId: "o1", orderKey: "secret" }, store)).toBe(
    "/order/result?order=o1&key=secret",
  );
  expect(orderAddress("easy", { orderId: "o1", orderKey: null }, store)).toBe("/order/easy?order=o1");
});

test("R27: an address without an order names none", () => {
  const store = createVisitStore(() => tab());
  for (const search of ["", "?order=", "?order=../../x", "?key=secret"])
    expect(readOrder(search, store)).toBeNull();
});

const selection: Orderable = { seriesId: "s1", episodeId: "e9", choice: { kind: "unlock" }, method: "card" };
const terms = { version: "v1", amount: 699, currency: "USD" };

test("R25: an order that waits for an account continues after a sign-in on another site, at the same episode only", () => {
  const session = tab();
  savePending(
    createVisitStore(() => session),
    { selection, terms },
    1000,
  );
  const back = createVisitStore(() => session);
  expect(readPending(back, { ...selection, choice: null, method: null }, 2000)).toEqual({ selection, terms });
  expect(readPending(back, { ...selection, episodeId: "e1" }, 2000)).toBeNull();
  expect(readPending(back, selection, 1000 + 16 * 60_000)).toBeNull();
  forgetPending(back);
  expect(readPending(back, selection, 2000)).toBeNull();
});
