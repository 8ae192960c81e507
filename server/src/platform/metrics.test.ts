import { createServer } from "node:net";
import { expect, test } from "vitest";
import { openMetrics } from "./metrics.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

test("T28: metrics with a token are told to nobody without it", async () => {
  const port = await freePort();
  const token = "a-token-of-16-or-more";
  const metrics = await openMetrics({ port, host: "127.0.0.1", token });
  const ask = async (authorization?: string) =>
    (await fetch(`http://127.0.0.1:${port}/metrics`, authorization ? { headers: { authorization } } : {}))
      .status;
  expect(await ask()).toBe(401);
  expect(await ask(`Bearer ${token}x`)).toBe(401);
  expect(await ask(token)).toBe(401);
  expect(await ask(`Bearer ${token}`)).toBe(200);
  await metrics.close();
});
