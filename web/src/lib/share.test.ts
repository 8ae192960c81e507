import { afterEach, expect, test, vi } from "vitest";
import { linkOf, shareLink } from "./share.ts";

afterEach(() => vi.unstubAllGlobals());

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

test("R93: a link is shared by the system, else copied, and where the browser does neither it is to be shown", async () => {
  const link = "https://stories.example/videos/a1?ep=7";
  const refuse = (name: string) => () => Promise.reject(new DOMException("", name));
  const given: unknown[] = [];
  const clipboard = { writeText: async (text: string) => void given.push(text) };
  const shareWith = (navigator: object) => {
    vi.stubGlobal("navigator", navigator);
    return shareLink("Episode 7", link);
  };
  expect(await shareWith({ clipboard, share: async (data: object) => void given.push(data) })).toBe("given");
  expect(await shareWith({ clipboard, share: refuse("AbortError") })).toBe("cancelled");
  expect(await shareWith({ clipboard, share: refuse("NotAllowedError") })).toBe("copied");
  expect(await shareWith({ clipboard })).toBe("copied");
  expect(await shareWith({ clipboard: { writeText: refuse("NotAllowedError") } })).toBe("refused");
  expect(given).toEqual([{ title: "Episode 7", url: link }, link, link]);
});
