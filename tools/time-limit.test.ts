import { expect, it, vi } from "vitest";

async function limitWith(factor: string, seconds: number): Promise<number> {
  vi.resetModules();
  vi.stubEnv("TEST_PATIENCE", factor);
  const { timeLimit } = await import("./time-limit.ts");
  return timeLimit(seconds);
}

it("TEST_PATIENCE multiplies a time limit and does not shorten it", async () => {
  expect(await limitWith("1", 30)).toBe(30_000);
  expect(await limitWith("3", 0.5)).toBe(1_500);
  await expect(limitWith("0.5", 30)).rejects.toThrow("at least 1");
  await expect(limitWith("much", 30)).rejects.toThrow("at least 1");
});
