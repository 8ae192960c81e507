import { join } from "node:path";
import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compileMessages } from "./build/compile-messages.ts";
import { codeComesLast } from "./code-comes-last.ts";
import { coreList } from "./core-list.ts";
import { beyondFirstLoad, ofFirstLoad } from "./first-load.ts";
import { packedFiles } from "./packed-files.ts";

// What every screen needs, in one file that changes only with its packages. The player's, the lists' and the sheets'
// come lazily.
const vendor =
  /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|wouter|@lingui\/core|@tanstack\/(?!.*\/(?:useInfiniteQuery|infiniteQueryObserver)\.js)[^/]+|lucide-react\/dist\/esm\/(?!icons\/)[^/]+)\//;
// Small things of ours that the home screen shares with others: one file travels better than ten.
const shared =
  /src\/(?:lib|ui)\/|src\/features\/catalogue\/(?:queries|play-count|series-card|series-grid)\.|src\/features\/library\/continue-hint|lucide-react\/dist\/esm\/icons\//;

// What asks for a film before the app is there: it needs nothing else, so that nothing keeps it waiting.
const runway =
  /src\/(?:lib\/line|app\/watch-address|features\/playback\/(?:segment-prefetch|start-quality|bandwidth-store|media-address))\.|contract\/src\/resume\./;

// Small things that most later screens share. None of them imports what only the entry has: that would come along.
const later =
  /src\/(?:lib\/(?:format|share|track|saves-data|use-own-search|visit-storage|reports)|ui\/progress-bar|features\/(?:library\/(?:progress-reporter|progress-queue|forget-progress|watch-on|wish)|playback\/(?:preferences|queries|media-events)|accounts\/return-to|catalogue\/(?:series-queries|list-queries|episode-share)))\.|lucide-react\/dist\/esm\/icons\/(?:check|lock|trash|x)\./;

// What every page has come with: no lazy part needs to name it among what it waits for.
const always = /\/(?:rolldown-runtime|vendor|shared|index)-[^/]+\.js$/;

// The player's components are drawn again with every turn of the film: React's compiler has each keep what did not change.
// Elsewhere what it adds would weigh more than what it spares, also in hooks whose functions no component depends on.
const watched =
  /src\/(?:features\/playback|screens\/watch)[^?]*(?:\.tsx|\/player-store\.ts|\/use-(?:captions|steps)\.ts)$/;
const compiled = reactCompilerPreset();
compiled.rolldown.filter = { id: watched };

/** Two builds of one source: the browser's (dist/client) and, with `--ssr`, the first view's (dist/server). */
export default defineConfig(({ isSsrBuild }) => ({
  base: "/",
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    compileMessages(),
    coreList(),
    codeComesLast(),
    ...(isSsrBuild ? [] : [babel({ presets: [compiled] }), packedFiles()]),
  ],
  build: {
    target: "es2023",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    sourcemap: isSsrBuild ? "inline" : false,
    copyPublicDir: !isSsrBuild,
    // The policy allows no data: fonts or scripts, and small files travel well on one connection.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !always.test(file)),
    },
    rolldownOptions: isSsrBuild
      ? { input: "src/shell.tsx" }
      : {
          input: {
            index: join(import.meta.dirname, "index.html"),
            sw: join(import.meta.dirname, "src/service-worker/worker.ts"),
            begin: join(import.meta.dirname, "src/app/page-code.ts"),
            runway: join(import.meta.dirname, "src/app/page-runway.ts"),
            offline: join(import.meta.dirname, "src/service-worker/offline-retry.ts"),
          },
          output: {
            // The worker's scope is the whole site only where it lies at its root, and its name never changes.
            entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
            codeSplitting: {
              groups: [
                { name: ofFirstLoad("vendor"), test: vendor, priority: 2 },
                { name: ofFirstLoad("shared"), test: shared, minShareCount: 2, priority: 1 },
                { name: beyondFirstLoad("runway"), test: runway, minShareCount: 2, priority: 1 },
                { name: beyondFirstLoad("later"), test: later, minShareCount: 2 },
              ],
            },
          },
        },
  },
  ssr: { noExternal: true },
}));
