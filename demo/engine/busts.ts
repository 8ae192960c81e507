import { placed } from "./paint.ts";
import { GAUNT_FACE, head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "./portrait.ts";

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

/** Where a bust stands; it looks right unless flipped. */
export type Place = { x: number; y: number; scale: number; flip?: boolean; turn?: number; alpha?: number };

/** Who it is: face, colours, and what is drawn behind the shoulders and over the head. */
export interface Person {
  face: "soft" | "strong" | "gaunt";
  hair: string;
  coat: string;
  lips: string;
  broad: number;
  scarf?: string;
  collar?: number;
  back?: (ctx: CanvasRenderingContext2D, p: Portrait) => void;
  over: (ctx: CanvasRenderingContext2D, p: Portrait) => void;
}

const FACES = { soft: SOFT_FACE, strong: STRONG_FACE, gaunt: GAUNT_FACE };

/** Head and shoulders of a person in profile. */
export function bust(ctx: CanvasRenderingContext2D, at: Place, lit: Lit, who: Person): void {
  const p: Portrait = { ...lit, face: FACES[who.face], hair: who.hair, coat: who.coat };
  placed(ctx, at, () => {
    who.back?.(ctx, p);
    shoulders(ctx, p, {
      broad: who.broad,
      ...(who.scarf ? { scarf: who.scarf } : {}),
      ...(who.collar ? { collar: who.collar } : {}),
    });
    head(ctx, p, { lips: who.lips, brow: who.hair });
    who.over(ctx, p);
  });
}
