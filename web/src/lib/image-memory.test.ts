import { expect, test } from "vitest";
import { createImageMemory } from "./image-memory.ts";

test("R102: the last 200 images are remembered, and the longest unused is dropped first", () => {
  const memory = createImageMemory();
  for (let index = 0; index < 200; index += 1) memory.remember(`/p/${index}`);
  memory.remember("/p/0");
  memory.remember("/p/200");
  expect(memory.loaded("/p/0")).toBe(true);
  expect(memory.loaded("/p/1")).toBe(false);
  expect(memory.loaded("/p/200")).toBe(true);
});

test("R102: a failed image is retried three times and then given up", () => {
  const memory = createImageMemory(
    () => 0,
    () => () => undefined,
  );
  const attempt = () => undefined;
  expect(memory.retry(1, attempt)).not.toBeNull();
  expect(memory.retry(2, attempt)).not.toBeNull();
  expect(memory.retry(3, attempt)).not.toBeNull();
  expect(memory.retry(4, attempt)).toBeNull();
});

test("R102: many simultaneous failures are retried 200 ms apart", () => {
  const delays: number[] = [];
  const memory = createImageMemory(
    () => 1000,
    (_run, after) => {
      delays.push(after);
      return () => undefined;
    },
  );
  for (let index = 0; index < 4; index += 1) memory.retry(1, () => undefined);
  expect(delays).toEqual([200, 400, 600, 800]);
});
