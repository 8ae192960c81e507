import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

/** A file of the build, as far as it is read here: a style sheet or a picture has no modules. */
interface Built {
  fileName: string;
  code?: string;
  source?: string | Uint8Array;
  modules?: Record<string, { renderedLength: number }>;
}

/**
 * What is in these files, package by package, in lines to print. The modules are known to the bundler alone, so it builds
 * once more, without writing. A package's bytes are its share of the file's: packed, nothing can be told apart.
 */
export async function bundleReport(files: readonly string[]): Promise<string[]> {
  const results = await build({
    configFile: join(import.meta.dirname, "../vite.config.ts"),
    logLevel: "error",
    build: { write: false },
  });
  const built = [results].flat().flatMap((result) => ("output" in result ? (result.output as Built[]) : []));
  const names = new Set(built.map(({ fileName }) => fileName));
  const gone = files.filter((file) => !names.has(file));
  if (gone.length > 0)
    return [`The build is older than its sources. Run: npm run build (${gone.join(", ")})`];
  return built
    .filter(({ fileName }) => files.includes(fileName))
    .map((file) => ({ file, bytes: brotliCompressSync(file.code ?? file.source ?? "").length }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .flatMap(({ file, bytes }) => [line(file.fileName, bytes), ...packagesOf(file, bytes)]);
}

function packagesOf({ modules = {} }: Built, bytes: number): string[] {
  const lengths = new Map<string, number>();
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    const name = packageOf(id);
    lengths.set(name, (lengths.get(name) ?? 0) + renderedLength);
  }
  const whole = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  if (lengths.size < 2 || whole === 0) return [];
  return [...lengths]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, length]) => line(`  ${name}`, Math.round((bytes * length) / whole)));
}

/** The package that a module comes with, or the folder of ours that it lies in. */
function packageOf(id: string): string {
  const path = id.replaceAll("\\", "/");
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  if (name !== undefined) return name;
  const [, ours] = /\/(contract|web)\/(?:src\/)?/.exec(path) ?? [];
  if (ours === undefined) return "(the bundler's own)";
  const [, folder] = /\/web\/src\/((?:features\/)?[^/]+)\//.exec(path) ?? [];
  return `our ${folder ?? ours}`;
}

function line(name: string, bytes: number): string {
  return `${name.padEnd(44)} ${String(bytes).padStart(7)} B`;
}
