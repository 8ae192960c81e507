import { expect, test } from "vitest";
import { returnPath, withReturn } from "./return-to.ts";

const origin = "https://watch.example";

test.each([
  ["/videos/abc?ep=7&t=42", "/videos/abc?ep=7&t=42"],
  ["/favorites", "/favorites"],
  ["/searchDetail/caf%C3%A9", "/searchDetail/caf%C3%A9"],
  ["/commonQuestions#prices", "/commonQuestions#prices"],
  ["/a/../my", "/my"],
])("R4: signing in leads back to %s", (asked, path) => {
  expect(returnPath(`?returnTo=${encodeURIComponent(asked)}`, origin)).toBe(path);
  expect(returnPath(withReturn("/login", asked).slice("/login".length), origin)).toBe(path);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  "\\/evil.example",
  " //evil.example",
  "javascript:alert(1)",
  "my",
  "",
  "https://watch.example/my",
])("R4: only a path of this site is a return address: %j leads home", (asked) => {
  expect(returnPath(`?returnTo=${encodeURIComponent(asked)}`, origin)).toBe("/");
});

test.each(["/login", "/login?returnTo=%2Fmy", "/register/", "/retrievePassword?code=x"])(
  "R4: a return to the forms is rejected: %s leads home",
  (asked) => {
    expect(returnPath(`?returnTo=${encodeURIComponent(asked)}`, origin)).toBe("/");
  },
);

test("R4: home is omitted from the address, and other parameters stay", () => {
  expect(withReturn("/login", "/")).toBe("/login");
  expect(withReturn("/login?link=facebook", "/my")).toBe("/login?link=facebook&returnTo=%2Fmy");
});
