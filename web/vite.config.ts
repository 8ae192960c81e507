import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { ascii } from "./build/ascii.ts";
import { compileMessages } from "./build/compile-messages.ts";
import { precompress } from "./build/precompress.ts";
import { screens } from "./build/screens.ts";

// The player's components render with every state change: React's compiler memoises what did not change. Elsewhere its output
// costs more bytes than it saves work, also in hooks whose functions no component depends on.
const watched =
  /src\/(?:features\/playback|screens\/watch)[^?]*(?:\.tsx|\/player-store\.ts|\/use-(?:captions|steps)\.ts)$/;
const compiled = reactCompilerPreset();
compiled.rolldown.filter = { id: watched };

/** Scripts whose names carry no hash. */
const fixedNames = new Set(["sw", "preview"]);

/** Two builds of one source: the browser's (dist/client) and, with `--ssr`, the first view's (dist/server). */
export default defineConfig(({ isSsrBuild }) => ({
  base: "/",
  root: import.meta.dirname,
  plugins: [
    react(),
    screens(import.meta.dirname),
    tailwind(),
    compileMessages({ pluralsByForm: true }),
    ...(isSsrBuild ? [ascii()] : [babel({ presets: [compiled] }), precompress()]),
  ],
  build: {
    target: "es2023",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    sourcemap: false,
    copyPublicDir: !isSsrBuild,
    // The policy allows no data: fonts or scripts, and small files travel well on one connection.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {
          input: "src/shell.tsx",
          // The server keeps the text of what it renders with. Names stay, so that the stack of an error can be read.
          output: { minify: { mangle: false, compress: true, codegen: true } },
        }
      : {
          output: {
            // The worker's scope is the whole site only where it lies at its root, and its name never changes.
            entryFileNames: ({ name }) => (fixedNames.has(name) ? `${name}.js` : "assets/[name]-[hash:7].js"),
            // A private preview names its script, and is rendered without the list of the build.
            // The bundler names a shared chunk after all that share it: the names would cost the first load bytes.
            chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]}-[hash:7].js`,
            assetFileNames: "assets/[name]-[hash:7][extname]",
            // The first load names every chunk, and nothing compresses a hash: 28 bits, enough to tell two builds apart.
            hashCharacters: "hex",
          },
        },
  },
  // The bundler leaves this to the server otherwise, and both of React's builds would be in the bundle.
  define: isSsrBuild ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
  ssr: { noExternal: true },
}));
