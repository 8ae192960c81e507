import type { Site } from "@cliffhanger/contract";

const colour = /^#[0-9a-fA-F]{6}$/;
/** Words on the accent: nearly black, or white. */
const inks = ["#1d040a", "#ffffff"] as const;

/** The style sheet that carries the operator's colours; a file of its own, because inline style is forbidden. */
export function themeOf(site: Site): string {
  const { accent, accentEnd } = site.colours;
  if (!colour.test(accent) || !colour.test(accentEnd)) return ":root {}\n";
  return `:root { --accent: ${accent}; --accent-end: ${accentEnd}; --accent-ink: ${inkOn([accent, accentEnd])}; }\n`;
}

/** The ink that is read best on the worse of the two ends. */
function inkOn(grounds: string[]): string {
  const worst = (ink: string) => Math.min(...grounds.map((ground) => contrast(ink, ground)));
  return worst(inks[0]) >= worst(inks[1]) ? inks[0] : inks[1];
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2, 1.4.3). */
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
