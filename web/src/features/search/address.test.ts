import { matchScreen } from "@cliffhanger/contract/screens";
import { expect, test } from "vitest";
import { addressOfResults } from "./address.ts";

test.each(["100%", "%41 and %2525", "a/b?c#d&e", "ø ß 灯台"])(
  "R24: characters with a meaning in a URL are part of the keyword: %j",
  (keyword) => {
    const { pathname, search, hash } = new URL(addressOfResults(keyword), "https://site.test");
    expect(matchScreen(pathname)).toEqual({ name: "results", keyword });
    expect([search, hash]).toEqual(["", ""]);
  },
);
