import { inkOn, type Site } from "@cliffhanger/contract";

const colour = /^#[0-9a-fA-F]{6}$/;

/** Returns the style sheet with the operator's colours; a separate file, because inline style is forbidden. */
export function themeOf(site: Site): string {
  const { accent, accentEnd } = site.colours;
  if (!colour.test(accent) || !colour.test(accentEnd)) return ":root {}\n";
  const { ink } = inkOn([accent, accentEnd]);
  return `:root { --accent: ${accent}; --accent-end: ${accentEnd}; --accent-ink: ${ink}; }\n`;
}
