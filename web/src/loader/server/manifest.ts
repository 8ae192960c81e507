/** The client build's list of files, as Vite writes it to `.vite/manifest.json`. */
export type Manifest = Record<
  string,
  { file: string; src?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
>;

/** The source of the app's entry. */
export const entrySource = "index.html";

/** The source of the script that loads the app. */
export const bootSource = "src/loader/client/boot.ts";

/** The file that a source was built to. */
export function scriptFile(manifest: Manifest, source: string): string {
  return manifest[source]?.file ?? "";
}

/** The scripts of these sources and of all that they import, each once and after what it imports. */
export function scriptFiles(manifest: Manifest, sources: readonly string[]): string[] {
  const files = closure(manifest, sources).flatMap((key) => manifest[key]?.file ?? []);
  return files.filter((file) => file.endsWith(".js"));
}

/** The style sheets of these sources and of all that they import, each once. */
export function styleFiles(manifest: Manifest, sources: readonly string[]): string[] {
  const files = closure(manifest, sources).flatMap((key) => manifest[key]?.css ?? []);
  return [...new Set(files)];
}

/** The style sheets of these sources that the page's own do not hold. */
export function laterStyles(manifest: Manifest, sources: readonly string[]): string[] {
  const own = new Set(styleFiles(manifest, [entrySource]));
  return styleFiles(manifest, sources).filter((file) => !own.has(file));
}

/** The fonts' files. */
export function fontFiles(manifest: Manifest): string[] {
  return Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith(".woff2"));
}

// What a file imports stands before it: whoever runs them one by one runs one at a time.
function closure(manifest: Manifest, keys: readonly string[], seen = new Set<string>()): string[] {
  return keys.flatMap((key) => {
    const chunk = manifest[key];
    if (seen.has(key) || !chunk) return [];
    seen.add(key);
    return [...closure(manifest, chunk.imports ?? [], seen), key];
  });
}
