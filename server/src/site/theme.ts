import type { Site } from "@cliffhanger/contract";

const colour = /^#[0-9a-fA-F]{6}$/;

/** The style sheet that carries the operator's colours; a file of its own, because inline style is forbidden. */
export function themeOf(site: Site): string {
  const { accent, accentEnd } = site.colours;
  const rules = [
    colour.test(accent) ? `--accent: ${accent};` : "",
    colour.test(accentEnd) ? `--accent-end: ${accentEnd};` : "",
  ];
  return `:root { ${rules.join(" ")} }\n`;
}
