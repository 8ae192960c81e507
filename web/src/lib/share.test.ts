import { expect, test } from "vitest";
import { linkOf } from "./share.ts";

test("R35: a link to share carries the referrer token of whoever shares it, beside what it names", () => {
  expect(linkOf("https://stories.example/videos/a1?ep=7", "me.1_2-3")).toBe(
    "https://stories.example/videos/a1?ep=7&token=me.1_2-3",
  );
});

test("R35: while nobody knows who shares, a link goes without a token", () => {
  expect(linkOf("https://stories.example/videos/a1?ep=7", undefined)).toBe(
    "https://stories.example/videos/a1?ep=7",
  );
  expect(linkOf("https://stories.example/videos/a1?ep=7", "")).toBe("https://stories.example/videos/a1?ep=7");
});
