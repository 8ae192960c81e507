import { expect, test } from "vitest";
import { openMetrics } from "./metrics.ts";

test("T28: protected metrics require the token", async () => {
  const token = "a-token-of-16-or-more";
  const metrics = await openMetrics({ port: 0, host: "127.0.0.1", token });
  const ask = async (authorization?: string) =>
    (
      await fetch(
        `http://127.0.0.1:${metrics.port}/metrics`,
        authorization ? { headers: { authorization } } : {},
      )
    ).status;
  expect(await ask()).toBe(401);
  expect(await ask(`Bearer ${token}x`)).toBe(401);
  expect(await ask(token)).toBe(401);
  expect(await ask(`Bearer ${token}`)).toBe(200);
  await metrics.close();
});
