import { beardedHair, hatted, keeperCap, looseHair, pinnedHair } from "../../engine/hair.ts";
import { placed } from "../../engine/paint.ts";
import { GAUNT_FACE, head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "../../engine/portrait.ts";
import { SCARF } from "./sets.ts";

/** Light on a face: colour, side, how far the features are seen. */
export interface Lit {
  t: number;
  wind: number;
  light: string;
  from: readonly [number, number];
  reveal: number;
  lit: string;
  shade: string;
  eye?: "open" | "closed" | "down";
}

type Place = { x: number; y: number; scale: number; flip?: boolean; turn?: number; alpha?: number };

/** Mara: auburn hair, grey-blue coat, red scarf. */
export function mara(
  ctx: CanvasRenderingContext2D,
  at: Place,
  lit: Lit,
  hair: "pinned" | "loose" = "pinned",
): void {
  const p: Portrait = { ...lit, face: SOFT_FACE, hair: "#2a1014", coat: "#141c2b" };
  placed(ctx, at, () => {
    if (hair === "loose") looseHair(ctx, p, "back");
    shoulders(ctx, p, { broad: 0.86, scarf: SCARF });
    head(ctx, p, { lips: "#b03a44", brow: "#2a1014" });
    if (hair === "loose") looseHair(ctx, p, "front");
    else pinnedHair(ctx, p);
  });
}

/** Elias: dark beard, greatcoat; the keeper's cap when he is on duty. */
export function elias(ctx: CanvasRenderingContext2D, at: Place, lit: Lit, cap = false): void {
  const p: Portrait = { ...lit, face: STRONG_FACE, hair: "#17110f", coat: "#10151d" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 1.12, collar: 1.1 });
    head(ctx, p, { lips: "#7a3a34", brow: "#17110f" });
    beardedHair(ctx, p);
    if (cap) keeperCap(ctx, p);
  });
}

/** Crane: wide hat, eyeglass, thin moustache. */
export function crane(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, face: GAUNT_FACE, hair: "#332e34", coat: "#0c0a10" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 0.98, collar: 1.6 });
    head(ctx, p, { lips: "#5a3234", brow: "#2c2628" });
    hatted(ctx, p);
  });
}
