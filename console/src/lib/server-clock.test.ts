import { expect, test } from "vitest";
import { showLanguage } from "./messages.ts";
import { noteServerTime, serverNow } from "./server-clock.ts";
import { formatPast } from "./time.ts";

test("a server whose clock is a month ahead says how long ago something was by its own clock", async () => {
  await showLanguage("en");
  const month = 31 * 86_400_000;
  const ahead = new Date(Date.now() + month);
  noteServerTime(ahead.toISOString());
  expect(serverNow() - Date.now()).toBeGreaterThan(month - 5_000);
  expect(formatPast(new Date(ahead.getTime() - 2 * 3_600_000).toISOString())).toBe("2 h ago");
});
