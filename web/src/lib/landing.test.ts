import { expect, test, vi } from "vitest";
import { getUnsentLanding, markLandingSent, recordLanding, saveLanding } from "./landing.ts";
import { createStore } from "./storage.ts";

function store() {
  return createStore(() => null);
}

test("R35: the token of an address is kept as referrer token, and its absence erases nothing", () => {
  const kept = store();
  saveLanding("?token=maria.k-7", kept);
  saveLanding("?ep=3", kept);
  saveLanding("", kept);
  expect(kept.get("referrerToken")).toBe("maria.k-7");
});

test("R35: a token with other characters or over 128 of them is not kept", () => {
  const kept = store();
  saveLanding(`?token=${"a".repeat(129)}`, kept);
  saveLanding("?token=a%20b", kept);
  saveLanding("?token=", kept);
  expect(kept.get("referrerToken")).toBeNull();
  saveLanding(`?token=${"a".repeat(128)}`, kept);
  expect(kept.get("referrerToken")).toBe("a".repeat(128));
});

test("R36: a ttclid lands under FBCLID too", () => {
  const kept = store();
  saveLanding("?ttclid=tt1", kept);
  expect(kept.get("ttclid")).toBe("tt1");
  expect(kept.get("fbclid")).toBe("tt1");
});

test("R36: with both click ids in one address the ttclid is written last", () => {
  const kept = store();
  saveLanding("?ttclid=tt1&fbclid=fb1", kept);
  expect(kept.get("fbclid")).toBe("tt1");
  expect(kept.get("ttclid")).toBe("tt1");
});

test("R36: a later fbclid replaces FBCLID and leaves TTCLID", () => {
  const kept = store();
  saveLanding("?ttclid=tt1", kept);
  saveLanding("?fbclid=fb2", kept);
  expect(kept.get("fbclid")).toBe("fb2");
  expect(kept.get("ttclid")).toBe("tt1");
});

test("R36: a click id that no header could carry is not kept", () => {
  const kept = store();
  saveLanding("?fbclid=%E2%82%AC", kept);
  saveLanding("?fbclid=a%0Ab", kept);
  expect(kept.get("fbclid")).toBeNull();
});

/** A page that is open at an address, reached in a way and from somewhere. */
function arrive(path: string, type = "navigate", referrer = "") {
  const url = new URL(path, "http://localhost");
  const replaced: string[] = [];
  vi.stubGlobal("location", url);
  vi.stubGlobal("document", { referrer });
  vi.stubGlobal("performance", { getEntriesByType: () => [{ type }] });
  vi.stubGlobal("history", {
    state: null,
    replaceState: (_state: unknown, _title: string, to: URL) => void replaced.push(to.pathname + to.search),
  });
  recordLanding();
  return replaced;
}

test("R8, T17: a landing is told once, as it came; then the token leaves the address and the click id stays", () => {
  const replaced = arrive("/videos/1?ep=2&token=maria-7&fbclid=fb1", "navigate", "https://partner.example/");
  expect(getUnsentLanding()).toEqual({
    landing: "/videos/1?ep=2&token=maria-7&fbclid=fb1",
    referrer: "https://partner.example/",
  });
  expect(getUnsentLanding(), "until the server knows").toBeDefined();
  markLandingSent();
  expect(getUnsentLanding()).toBeUndefined();
  expect(replaced).toEqual(["/videos/1?ep=2&fbclid=fb1"]);
});

test.each(["reload", "back_forward"])("R8: a page that came by %s is no landing", (type) => {
  arrive("/videos/1?ttclid=t1", type);
  expect(getUnsentLanding()).toBeUndefined();
});

test("T17: neither the code nor the key of a mail's link is told, nor more than the call takes", () => {
  arrive(
    `/retrievePassword?code=abc&key=def&utm_source=mail&x=${"x".repeat(3000)}`,
    "navigate",
    "y".repeat(3000),
  );
  const told = getUnsentLanding();
  expect(told?.landing).toMatch(/^\/retrievePassword\?code=&key=&utm_source=mail&x=x+$/);
  expect([told?.landing.length, told?.referrer.length]).toEqual([2048, 2048]);
});
