import type { Plugin } from "vite";

const codeTags = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;

/**
 * Takes the page's code out of the built template: which of it a page needs, and when, the shell says (`code-tags.ts`). The
 * server's markup stands without it, so that styles, letters and the first picture have the line for themselves.
 */
export function codeComesLast(): Plugin {
  return {
    name: "code-comes-last",
    apply: "build",
    transformIndexHtml: { order: "post", handler: (html) => html.replaceAll(codeTags, "") },
  };
}
