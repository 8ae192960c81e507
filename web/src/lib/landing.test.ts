import { expect, test } from "vitest";
import { captureLanding } from "./landing.ts";
import { createStore } from "./storage.ts";

function store() {
  return createStore(() => null);
}

test("R35: the token of an address is kept as referrer token, and its absence erases nothing", () => {
  const kept = store();
  captureLanding("?token=maria.k-7", kept);
  captureLanding("?ep=3", kept);
  captureLanding("", kept);
  expect(kept.get("referrerToken")).toBe("maria.k-7");
});

test("R35: a token with other characters or over 128 of them is not kept", () => {
  const kept = store();
  captureLanding(`?token=${"a".repeat(129)}`, kept);
  captureLanding("?token=a%20b", kept);
  captureLanding("?token=", kept);
  expect(kept.get("referrerToken")).toBeNull();
  captureLanding(`?token=${"a".repeat(128)}`, kept);
  expect(kept.get("referrerToken")).toBe("a".repeat(128));
});

test("R36: a ttclid lands under FBCLID too", () => {
  const kept = store();
  captureLanding("?ttclid=tt1", kept);
  expect(kept.get("ttclid")).toBe("tt1");
  expect(kept.get("fbclid")).toBe("tt1");
});

test("R36: with both click ids in one address the ttclid is written last", () => {
  const kept = store();
  captureLanding("?ttclid=tt1&fbclid=fb1", kept);
  expect(kept.get("fbclid")).toBe("tt1");
  expect(kept.get("ttclid")).toBe("tt1");
});

test("R36: a later fbclid replaces FBCLID and leaves TTCLID", () => {
  const kept = store();
  captureLanding("?ttclid=tt1", kept);
  captureLanding("?fbclid=fb2", kept);
  expect(kept.get("fbclid")).toBe("fb2");
  expect(kept.get("ttclid")).toBe("tt1");
});

test("R36: a click id that no header could carry is not kept", () => {
  const kept = store();
  captureLanding("?fbclid=%E2%82%AC", kept);
  captureLanding("?fbclid=a%0Ab", kept);
  expect(kept.get("fbclid")).toBeNull();
});
