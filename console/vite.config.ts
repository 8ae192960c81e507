import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compileMessages } from "../web/build/compile-messages.ts";
import { precompress } from "../web/build/precompress.ts";

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
  },
});
