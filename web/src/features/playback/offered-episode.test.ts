import { expect, test } from "vitest";
import { offeredEpisode } from "./offered-episode.ts";

interface Row {
  id: string;
  locked: boolean;
  progress: { position: number; done: boolean } | null;
}

/** Returns a series of so many episodes, all locked but the first free ones. */
function seriesOf(count: number, free: number, watched: readonly number[] = []): Row[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `e${at + 1}`,
    locked: at >= free,
    progress: watched.includes(at + 1) ? { position: 18, done: true } : null,
  }));
}

const offered = (list: Row[], number: number) => offeredEpisode(list, list[number - 1] as Row).id;

test("R31: at every lock of every series the first locked episode is offered", () => {
  for (let count = 1; count <= 8; count += 1) {
    for (let free = 0; free < count; free += 1) {
      for (let number = free + 1; number <= count; number += 1)
        expect(offered(seriesOf(count, free), number), `${free} of ${count}, at ${number}`).toBe(
          `e${free + 1}`,
        );
    }
  }
});

test("R31: locked episodes watched before, for example by a former member, are skipped", () => {
  expect(offered(seriesOf(8, 3, [1, 2, 3, 4, 5]), 4)).toBe("e6");
  expect(offered(seriesOf(8, 3, [1, 2, 3, 5]), 7)).toBe("e4");
  const begun = seriesOf(8, 3, [4]).map((row) =>
    row.id === "e5" ? { ...row, progress: { position: 4, done: false } } : row,
  );
  expect(offered(begun, 4)).toBe("e5");
});

test("R31: when every locked episode was watched, the requested one is offered", () => {
  expect(offered(seriesOf(3, 1, [1, 2, 3]), 3)).toBe("e3");
});

test("R31: an episode that the server refuses is offered, though the list still shows it as unlocked", () => {
  expect(offered(seriesOf(8, 8, [1, 2, 3]), 4)).toBe("e4");
  // More episodes became paid since the list was cached: the lock that the viewer met comes before the listed ones.
  expect(offered(seriesOf(8, 5, [1, 2, 3]), 4)).toBe("e4");
  expect(offered(seriesOf(8, 5), 4)).toBe("e4");
});
