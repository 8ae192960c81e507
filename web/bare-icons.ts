import type { Plugin } from "vite";

/** Takes out of the icon package's files what `plain-icon.ts` does not use: name and size, and random keys, which pack badly. */
export function bareIcons(): Plugin {
  return {
    name: "bare-icons",
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/,\s*key: "[a-z0-9]+"/g, "")
          .replace(/^\s*name: "[^"]*",\n\s*size: \d+,\n/m, "")
          .replace(/^__iconData\.node;\n/m, ""),
        map: null,
      }),
    },
  };
}
