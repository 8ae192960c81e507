import { expect, test } from "vitest";
import { linkOf } from "./share.ts";

test("R35: a shared link contains the sharing user's referrer token in addition to its own parameters", () => {
  expect(linkOf("https://stories.example/videos/a1?ep=7", "me.1_2-3")).toBe(
    "https://stories.example/videos/a1?ep=7&token=me.1_2-3",
  );
});

test("R35: while the sharing user is unknown, a link has no token", () => {
  expect(linkOf("https://stories.example/videos/a1?ep=7", undefined)).toBe(
    "https://stories.example/videos/a1?ep=7",
  );
  expect(linkOf("https://stories.example/videos/a1?ep=7", "")).toBe("https://stories.example/videos/a1?ep=7");
});
