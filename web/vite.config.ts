import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Two builds of one source: the browser's (dist/client) and, with `--ssr`, the first view's (dist/server). */
export default defineConfig(({ isSsrBuild }) => ({
  base: "/",
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    target: "es2023",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    sourcemap: isSsrBuild ? "inline" : false,
    copyPublicDir: !isSsrBuild,
    // The policy allows no data: fonts or scripts, and small files travel well on one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild ? { input: "src/shell.tsx" } : {},
  },
  // React has had this hook itself since 18: the package that stands in for it would only travel along.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: "react" }] },
  ssr: { noExternal: true },
}));
