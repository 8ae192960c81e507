import { expect, test } from "vitest";
import { facebookErrorOf } from "./facebook.tsx";

test.each([
  ["?error=facebook_cancelled", "login.trouble.cancelled"],
  ["?returnTo=%2Fmy&error=facebook_email", "login.trouble.noEmail"],
  ["?error=facebook_failed", "login.trouble.failed"],
  ["?error=facebook_whatever_comes", "login.trouble.failed"],
])("R5: %s has its message", (search, message) => {
  expect(facebookErrorOf(search)).toBe(message);
});

test.each(["", "?error=", "?error=constructor", "?error=other"])(
  "R5: %j shows no Facebook error",
  (search) => {
    expect(facebookErrorOf(search)).toBeNull();
  },
);
