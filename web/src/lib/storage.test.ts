import { expect, test } from "vitest";
import { createStore, storageKeys } from "./storage.ts";

function fakeStorage(): Storage {
  const map = new Map<string, string>();
  return {
    get length() {
      return map.size;
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: (index) => [...map.keys()][index] ?? null,
    removeItem: (key) => void map.delete(key),
    setItem: (key, value) => void map.set(key, value),
  };
}

test("R43: the five values of the specification are stored under its keys", () => {
  const local = fakeStorage();
  const store = createStore(() => local);
  store.set("referrerToken", "r");
  store.set("fbclid", "f");
  store.set("ttclid", "t");
  store.set("userToken", "u");
  store.set("userId", "i");
  expect(local.getItem("REFERER_TOKEN")).toBe("r");
  expect(local.getItem("FBCLID")).toBe("f");
  expect(local.getItem("TTCLID")).toBe("t");
  expect(local.getItem("USER_TOKEN")).toBe("u");
  expect(local.getItem("USER_ID")).toBe("i");
  store.remove("userToken");
  expect(local.getItem("USER_TOKEN")).toBeNull();
  expect(store.get("userToken")).toBeNull();
});

test("R43: values of an earlier visit are read again", () => {
  const local = fakeStorage();
  local.setItem(storageKeys.userId, "u1");
  expect(createStore(() => local).get("userId")).toBe("u1");
});

test("R43: with storage blocked the app works from memory", () => {
  const store = createStore(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  expect(store.get("fbclid")).toBeNull();
  store.set("fbclid", "f");
  expect(store.get("fbclid")).toBe("f");
  store.remove("fbclid");
  expect(store.get("fbclid")).toBeNull();
});

test("R43: a full storage loses nothing for the visit", () => {
  const local = fakeStorage();
  local.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const store = createStore(() => local);
  store.set("userId", "u1");
  expect(store.get("userId")).toBe("u1");
});

test("R43: changes by another tab are visible in this one", () => {
  const local = fakeStorage();
  const [here, there] = [createStore(() => local), createStore(() => local)];
  here.set("userToken", "first");
  there.set("userToken", "second");
  expect(here.get("userToken")).toBe("second");
  there.remove("userToken");
  expect(here.get("userToken")).toBeNull();
});
