import { expect, test } from "vitest";
import { intentAddress, outerBrowser } from "./outer-browser.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A";

test.each([
  [`${iphone} Mobile/22F76 Instagram 390.0.0.28.85`, "Safari"],
  [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/540.0.0]`, "Safari"],
  [`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, null],
  [`${iphone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, null],
  [
    `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36`,
    "Chrome",
  ],
  [
    `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36 Instagram 350.0`,
    "Chrome",
  ],
  [`${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36`, null],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36", null],
])("case 93: %s is left for %s", (userAgent, name) => {
  expect(outerBrowser(userAgent)?.name ?? null).toBe(name);
});

test("case 93: the address for Chrome names the same page, and that page again for a device without it", () => {
  expect(intentAddress("https://watch.example/order/easy?series=a&choice=unlock")).toBe(
    "intent://watch.example/order/easy?series=a&choice=unlock#Intent;scheme=https;package=com.android.chrome;S.browser_fallback_url=https%3A%2F%2Fwatch.example%2Forder%2Feasy%3Fseries%3Da%26choice%3Dunlock;end",
  );
});
