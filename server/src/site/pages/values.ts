import type { Site } from "@cliffhanger/contract";
import { PageTextError } from "./page-text-error.ts";

/** The placeholders of a text in double braces, from the site's settings. Empty: the operator has not set it. */
export const valueNames = ["site", "seller", "address", "email", "origin"] as const;

/** A value for each placeholder. */
export type PageValues = Record<(typeof valueNames)[number], string>;

/** Returns the values of an installation. */
export function valuesOf(site: Site, publicOrigin: string | null): PageValues {
  const { name, address, email } = site.seller;
  // An address of several lines is used in the middle of a sentence.
  const lines = address.split(/\r?\n/).map((row) => row.trim());
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
 * Evaluates the conditions of a text: `{{#seller}}…{{/seller}}` is included when the seller is set,
 * `{{^seller}}…{{/seller}}` when not. A line that still names an unset value is removed.
 */
export function choose(text: string, values: PageValues): string {
  let chosen = text;
  for (let before = ""; before !== chosen; ) {
    before = chosen;
    chosen = chosen.replace(section, (_, sign: string, name: string, inner: string) =>
      (placeholderValue(name, values) !== "") === (sign === "#") ? inner : "",
    );
  }
  const open = /\{\{[#^/][^}]*\}\}/.exec(chosen);
  if (open) throw new PageTextError((t) => t("pageFault.open", { mark: open[0] }));
  const isFilled = (row: string) =>
    [...row.matchAll(placeholder)].every(([, name = ""]) => placeholderValue(name, values) !== "");
  return chosen.split("\n").filter(isFilled).join("\n");
}

/** Replaces placeholders by their values. Runs after parsing, so that a value is never read as Markdown. */
export function fill(text: string, values: PageValues): string {
  return text.replace(placeholder, (_, name: string) => placeholderValue(name, values));
}

function placeholderValue(name: string, values: PageValues): string {
  const known = valueNames.find((one) => one === name);
  if (!known)
    throw new PageTextError((t) =>
      t("pageFault.placeholder", { mark: `{{${name}}}`, names: valueNames.join(", ") }),
    );
  return values[known];
}
