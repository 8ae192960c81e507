import { type ScreenName, screenPaths } from "@cliffhanger/contract/screens";
import { expect, test } from "vitest";
import type { Screen } from "../loader/screen.ts";
import { screens } from "./screens.ts";

test("H9: every screen of the contract has its row, and a table without a row does not compile", () => {
  expect(Object.keys(screens).toSorted()).toEqual(Object.keys(screenPaths).toSorted());
  const { home, ...others } = screens;
  expect(home.styles).toBe("core");
  // @ts-expect-error H9: the row of home is missing; the check of types fails where this compiles
  const incomplete: Record<ScreenName, Screen> = others;
  expect(incomplete).not.toHaveProperty("home");
});
