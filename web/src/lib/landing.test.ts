import { expect, test, vi } from "vitest";
import { getUnsentLanding, markLandingSent, recordLanding, saveLanding } from "./landing.ts";
import { createStore } from "./storage.ts";

function store() {
  return createStore(() => null);
}

test("R35: the token of an address is saved as referrer token, and its absence erases nothing", () => {
  const saved = store();
  saveLanding("?token=maria.k-7", saved);
  saveLanding("?ep=3", saved);
  saveLanding("", saved);
  expect(saved.get("referrerToken")).toBe("maria.k-7");
});

test("R35: a token with other characters or over 128 of them is not saved", () => {
  const saved = store();
  saveLanding(`?token=${"a".repeat(129)}`, saved);
  saveLanding("?token=a%20b", saved);
  saveLanding("?token=", saved);
  expect(saved.get("referrerToken")).toBeNull();
  saveLanding(`?token=${"a".repeat(128)}`, saved);
  expect(saved.get("referrerToken")).toBe("a".repeat(128));
});

test("R36: a ttclid is also saved as FBCLID", () => {
  const saved = store();
  saveLanding("?ttclid=tt1", saved);
  expect(saved.get("ttclid")).toBe("tt1");
  expect(saved.get("fbclid")).toBe("tt1");
});

test("R36: with both click ids in one address the ttclid is written last", () => {
  const saved = store();
  saveLanding("?ttclid=tt1&fbclid=fb1", saved);
  expect(saved.get("fbclid")).toBe("tt1");
  expect(saved.get("ttclid")).toBe("tt1");
});

test("R36: a later fbclid replaces FBCLID and leaves TTCLID", () => {
  const saved = store();
  saveLanding("?ttclid=tt1", saved);
  saveLanding("?fbclid=fb2", saved);
  expect(saved.get("fbclid")).toBe("fb2");
  expect(saved.get("ttclid")).toBe("tt1");
});

test("R36: a click id that no header could carry is not saved", () => {
  const saved = store();
  saveLanding("?fbclid=%E2%82%AC", saved);
  saveLanding("?fbclid=a%0Ab", saved);
  expect(saved.get("fbclid")).toBeNull();
});

/** Sets the page's address, how it was reached, and its referrer. */
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

test("R8, T17: a landing is sent once, unchanged; then the token is removed from the address and the click id stays", () => {
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

test.each(["a page reached by %s is not a landing", "back_forward"])(
  "R8: a page that came by %s is no landing",
  (type) => {
    arrive("/videos/1?ttclid=t1", type);
    expect(getUnsentLanding()).toBeUndefined();
  },
);

test("T17: neither the code nor the key of an email link is sent, nor more than the call accepts", () => {
  arrive(
    `/retrievePassword?code=abc&key=def&utm_source=mail&x=${"x".repeat(3000)}`,
    "navigate",
    "y".repeat(3000),
  );
  const unsent = getUnsentLanding();
  expect(unsent?.landing).toMatch(/^\/retrievePassword\?code=&key=&utm_source=mail&x=x+$/);
  expect([unsent?.landing.length, unsent?.referrer.length]).toEqual([2048, 2048]);
});
