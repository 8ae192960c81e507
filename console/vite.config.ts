import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compileMessages } from "../web/build/compile-messages.ts";
import { precompress } from "../web/build/precompress.ts";

/**
 * The document and its script, which waits for the code of the first screen: that code imports the rest of the first load, so it may
 * not import the script too.
 */
const isEntry = /[\\/](?:index\.html|main\.tsx)$/;

/** The build of the operators' console. Its files have addresses of their own, below `/console/assets/`. */
export default defineConfig({
  base: "/console/",
  root: import.meta.dirname,
  plugins: [react(), compileMessages(), precompress()],
  build: {
    target: "es2023",
    outDir: "dist/client",
    emptyOutDir: true,
    manifest: true,
    // The policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // What a first visit loads is one file: the bundler would make sixty, as each screen shares other parts of it, and a browser
        // asks for six at a time.
        codeSplitting: { groups: [{ name: "first", tags: ["$initial"], test: (id) => !isEntry.test(id) }] },
      },
    },
  },
});
