import type { Language, Site } from "@cliffhanger/contract";
import { icons } from "./icons.ts";

const GROUND = "#0c0b10";
/** Characters that fit below an icon. */
const SHORT_NAME = 12;

/** Returns the web app manifest: how the site appears among a device's apps. */
export function manifestOf(site: Site, language: Language, description: string): string {
  const pictures = Object.entries(icons).flatMap(([name, { size, purpose }]) =>
    purpose === "apple"
      ? []
      : [{ src: `/icons/${name}`, sizes: `${size}x${size}`, type: "image/png", purpose }],
  );
  return JSON.stringify({
    id: "/",
    name: site.name,
    short_name: shortNameOf(site.name),
    description,
    lang: language,
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    orientation: "any",
    background_color: GROUND,
    theme_color: GROUND,
    categories: ["entertainment"],
    icons: [{ src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }, ...pictures],
  });
}

// Shortens a long name at a word boundary, if it has several words.
function shortNameOf(name: string): string {
  if (name.length <= SHORT_NAME) return name;
  const [first = name] = name.split(" ", 1);
  return first.slice(0, SHORT_NAME);
}
