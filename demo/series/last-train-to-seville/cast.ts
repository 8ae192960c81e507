import type { Lit, Person } from "../../engine/busts.ts";
import { bun, shortHair } from "../../engine/coiffure.ts";

/** Inés: dark knot of hair, wine-red coat. */
export const INES: Person = {
  face: "soft",
  hair: "#1d0b18",
  coat: "#7d2038",
  lips: "#b8324a",
  broad: 0.85,
  collar: 1.2,
  over: bun,
};

/** Leo: short dark hair, plum suit. */
export const LEO: Person = {
  face: "strong",
  hair: "#170d14",
  coat: "#2a1230",
  lips: "#8a4038",
  broad: 1.08,
  collar: 0.9,
  over: (ctx, p) => shortHair(ctx, p),
};

/** Evening light from the window, falling on a face from the front. */
export const evening = (t: number, reveal = 0.9): Lit => ({
  t,
  wind: 0.04,
  light: "#ffc08a",
  from: [1, -0.2],
  reveal,
  lit: "#f0a37a",
  shade: "#3d1730",
  eye: "open",
});
