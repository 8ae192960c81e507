import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// What every screen needs, in one file that changes only with its packages. The player's, the lists' and the sheets'
// come lazily.
const vendor =
  /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|wouter|i18next|react-i18next|@tanstack\/(?!.*\/(?:useInfiniteQuery|infiniteQueryObserver)\.js)[^/]+|lucide-react\/dist\/esm\/(?!icons\/)[^/]+)\//;
// Small things of ours that the home screen shares with others: one file travels better than ten.
const shared =
  /src\/(?:lib|ui)\/|src\/features\/catalogue\/(?:queries|play-count|series-card|series-grid)\.|lucide-react\/dist\/esm\/icons\//;

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
    rolldownOptions: isSsrBuild
      ? { input: "src/shell.tsx" }
      : {
          output: {
            codeSplitting: {
              groups: [
                { name: "vendor", test: vendor, priority: 2 },
                { name: "shared", test: shared, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
  },
  // React has had this hook itself since 18: the package that stands in for it would only travel along.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: "react" },
      { find: /^regexparam$/, replacement: join(import.meta.dirname, "no-patterns.ts") },
    ],
  },
  ssr: { noExternal: true },
}));
