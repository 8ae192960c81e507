import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../../lib/messages.ts";
import { groupWords } from "./group-words.ts";

beforeAll(() => showLanguage("de"));

test("reports name kinds of visits in the operator's language, and campaigns as they are called", () => {
  expect(groupWords("campaign", "(unknown)")).toBe("Unbekannt");
  expect(groupWords("campaign", "(direct)")).toBe("Direkt");
  expect(groupWords("token", "(no link)")).toBe("Ohne Link");
  expect(groupWords("kind", "direct")).toBe("Direkt");
  expect(groupWords("campaign", "direct")).toBe("direct");
  expect(groupWords("campaign", "(spring)")).toBe("(spring)");
});
