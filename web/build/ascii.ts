import type { Plugin } from "vite";

/**
 * Writes what is not ASCII as an escape. V8 keeps the text of every module, and with two bytes for each character if one of
 * them needs two.
 */
export function ascii(): Plugin {
  return {
    name: "ascii",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = escaped(file.code);
    },
  };
}

/** Strings, templates and patterns read an escape as its character. */
function escaped(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
