import { dirname, join, relative } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { ascii } from "../web/build/ascii.ts";
import { serverBuild } from "./bootstrap/builds.mjs";
import { root } from "./bootstrap/paths.mjs";

/**
 * The server in few files. Neither their names nor their lines are shortened, so that the stack of an error can be read. Of the
 * packages it contains the two that consist of hundreds of modules.
 */
export default defineConfig({
  root: join(root, "server"),
  plugins: [sourcePlaces(), ascii()],
  build: {
    target: "esnext",
    outDir: "dist",
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    rolldownOptions: { output: { chunkFileNames: "[name]-[hash].js" } },
  },
  ssr: { noExternal: ["kysely", "zod"] },
});

/** Lets a module still find the files beside its source, which are not built, such as texts and the commands. */
function sourcePlaces(): Plugin {
  return {
    name: "source-places",
    apply: "build",
    transform(code, id) {
      if (!code.includes("import.meta")) return null;
      const place = JSON.stringify(`/${relative(serverBuild.folder, id)}`);
      const parent = JSON.stringify(`/${relative(serverBuild.folder, dirname(id))}`);
      return code
        .replaceAll("import.meta.dirname", `(import.meta.dirname + ${parent})`)
        .replaceAll("import.meta.url", `new URL("." + ${place}, import.meta.url).href`);
    },
  };
}
