import type { SeriesCard } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { joinPages } from "./list-queries.ts";

function page(number: number, total: number, ...ids: string[]) {
  const list = ids.map((id) => ({ id, title: `${id} on page ${number}` }) as SeriesCard);
  return { list, total, page: number, pageSize: ids.length, hasMore: false };
}

test("R33: a series that moved to a later page while loading is listed once", () => {
  const pages = [page(1, 4, "a", "b"), page(2, 5, "b", "c"), page(3, 5, "d")];
  const { cards, total } = joinPages({ pages, pageParams: [1, 2, 3] });
  expect(cards.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  expect(cards[1]?.title).toBe("b on page 1");
  expect(total).toBe(5);
});
