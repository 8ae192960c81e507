import { expect, test } from "vitest";
import { sortOf } from "./list-sort.ts";

test("R12, R13: sort names the order of a list", () => {
  expect(sortOf("?sort=newest")).toBe("newest");
  expect(sortOf("?sort=popular&x=1")).toBe("popular");
  for (const search of ["", "?sort=", "?sort=oldest", "?sort=Newest"])
    expect(sortOf(search)).toBe("recommended");
});
