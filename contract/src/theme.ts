// No imports here: the browser loads this without the schema library.

/**
 * Returns where the style sheet with the site's colours is. They are part of the address, so browsers keep it; without them,
 * `/theme.css` is asked for each time.
 */
export function themeAddress({ accent, accentEnd }: { accent: string; accentEnd: string }): string {
  return `/theme.css?colours=${`${accent}${accentEnd}`.replaceAll(/[^0-9a-z]/gi, "")}`;
}
