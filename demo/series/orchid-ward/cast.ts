import type { Lit, Person } from "../../engine/busts.ts";
import { shortHair } from "../../engine/coiffure.ts";
import { looseHair } from "../../engine/hair.ts";

/** Celia: long black hair, white gown. */
export const CELIA: Person = {
  face: "soft",
  hair: "#12181a",
  coat: "#8fb8a8",
  lips: "#d84a86",
  broad: 0.8,
  collar: 0.4,
  back: (ctx, p) => looseHair(ctx, p, "back"),
  over: (ctx, p) => looseHair(ctx, p, "front"),
};

/** Doctor Marin: dark hair, the white coat. */
export const MARIN: Person = {
  face: "strong",
  hair: "#14100f",
  coat: "#c4ddd2",
  lips: "#9a5a58",
  broad: 1.08,
  collar: 1.3,
  over: (ctx, p) => shortHair(ctx, p),
};

/** Moonlight through glass, with the pink of the flowers in it when `warm`. */
export const moonlit = (t: number, warm = 0): Lit => ({
  t,
  wind: 0.02,
  light: warm > 0.5 ? "#ffc4e6" : "#e4fff4",
  from: [1, -0.3],
  reveal: 0.92,
  lit: warm > 0.5 ? "#f4bfb8" : "#ecd2bc",
  shade: "#2c4a54",
  eye: "open",
});
