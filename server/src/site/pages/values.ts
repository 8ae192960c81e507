import type { Site } from "@cliffhanger/contract";
import { PageTextError } from "./page-text-error.ts";

/** What a text may say in double braces, from the site's settings. Empty: the operator has not set it. */
export const valueNames = ["site", "seller", "address", "email", "origin"] as const;

/** A value for each placeholder. */
export type PageValues = Record<(typeof valueNames)[number], string>;

/** The values of an installation. */
export function valuesOf(site: Site, publicOrigin: string | null): PageValues {
  const { name, address, email } = site.seller;
  // An address of several lines stands in the middle of a sentence.
  const lines = address.split(/\r?\n/).map((line) => line.trim());
  return {
    site: site.name,
    seller: name.trim(),
    address: lines.filter(Boolean).join(", "),
    email: email.trim(),
    origin: publicOrigin ?? "",
  };
}

const section = /\{\{([#^])(\w+)\}\}((?:(?!\{\{[#^/]).)*)\{\{\/\2\}\}/gs;
const placeholder = /\{\{(\w+)\}\}/g;

/**
 * Leaves in a text what its values allow: `{{#seller}}…{{/seller}}` where the seller is set, `{{^seller}}…{{/seller}}`
 * where not. A line that still names something unset goes as a whole.
 */
export function choose(text: string, values: PageValues): string {
  let chosen = text;
  for (let before = ""; before !== chosen; ) {
    before = chosen;
    chosen = chosen.replace(section, (_, sign: string, name: string, inner: string) =>
      (lookUp(name, values) !== "") === (sign === "#") ? inner : "",
    );
  }
  const open = /\{\{[#^/][^}]*\}\}/.exec(chosen);
  if (open) throw new PageTextError(`${open[0]} has no counterpart`);
  const isFilled = (line: string) =>
    [...line.matchAll(placeholder)].every(([, name = ""]) => lookUp(name, values) !== "");
  return chosen.split("\n").filter(isFilled).join("\n");
}

/** Puts the values in the place of their names. Done after the text is taken apart: a value is never read as Markdown. */
export function fill(text: string, values: PageValues): string {
  return text.replace(placeholder, (_, name: string) => lookUp(name, values));
}

function lookUp(name: string, values: PageValues): string {
  const known = valueNames.find((one) => one === name);
  if (!known) throw new PageTextError(`{{${name}}} is no placeholder; there are ${valueNames.join(", ")}`);
  return values[known];
}
