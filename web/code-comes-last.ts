import type { Plugin } from "vite";

/**
 * Lets the page's code travel behind what is seen: the server's markup stands without it, so styles, fonts and the first
 * picture have the line for themselves, as far as a browser can order what it asks for.
 */
export function codeComesLast(): Plugin {
  return {
    name: "code-comes-last",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
    },
  };
}
