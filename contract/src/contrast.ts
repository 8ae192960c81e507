// No imports here: the browser loads these values without the schema library.

/** The background of the app, and the text colours on the accent: nearly black, or white. */
const ground = "#0c0b10";
const inks = ["#1d040a", "#ffffff"] as const;

/** Returns the text colour with the best contrast on the worse of several backgrounds, and that contrast. */
export function inkOn(grounds: readonly string[]): { ink: string; contrast: number } {
  const [first, second] = inks.map((ink) => ({
    ink,
    contrast: Math.min(...grounds.map((each) => contrast(ink, each))),
  })) as [Ink, Ink];
  return first.contrast >= second.contrast ? first : second;
}

type Ink = { ink: string; contrast: number };

/** Returns the contrast of a colour with the app's background. */
export function contrastToGround(colour: string): number {
  return contrast(colour, ground);
}

/** Returns the contrast of two colours, 1 to 21 (WCAG 2.2, 1.4.3). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
