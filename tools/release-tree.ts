import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { consoleBuild, ensureBuilt, ownModules, serverBuild, webBuild } from "./bootstrap/builds.mjs";
import { releaseMark, releasePackages, root } from "./bootstrap/paths.mjs";
import { runtimeFolder } from "./bootstrap/platform.mjs";
import { projectFiles } from "./project-files.ts";
import { runProgram } from "./run-program.ts";

/** Files of the project that a release holds; the built apps and the packages are added. */
const released = [
  /^(contract|server|sandbox)\//,
  /^(web|console|bench|demo|e2e)\/package\.json$/, // the lock file names all workspaces
  /^tools\/(bootstrap(\.mjs|\/)|print-usage\.ts$)/,
  /^(deploy|docs)\//,
  /^(package(-lock)?\.json|\.npmrc|\.env\.example|LICENSE|[A-Z]+\.md)$/,
];
const notReleased = /\.test\.(ts|mjs|yml)$|^server\/test\/|\/(tsconfig\.json|vitest\.config\.ts)$/;

/** Returns the paths of the project's files that a release holds. */
export function releasedFiles(): string[] {
  return projectFiles().filter(
    (path) => released.some((pattern) => pattern.test(path)) && !notReleased.test(path),
  );
}

/**
 * Writes what a release runs into an empty folder: sources, the built apps and production packages. Without `binaries`
 * the programs of one platform (Node, PostgreSQL, sharp) are left out, and the first `npm start` installs them.
 */
export async function makeTree(folder: string, { binaries }: { binaries: boolean }): Promise<void> {
  await ensureBuilt();
  await rm(folder, { recursive: true, force: true });
  for (const path of releasedFiles()) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(root, path), target);
  }
  for (const build of [webBuild, consoleBuild])
    await cp(build.folder, join(folder, relative(root, build.folder)), { recursive: true });
  const server = join(folder, relative(root, serverBuild.folder));
  const modules = await readFile(join(serverBuild.folder, ownModules), "utf8");
  for (const name of modules.split("\n")) await cp(join(serverBuild.folder, name), join(server, name));
  const packages = [
    ...releasePackages,
    "--ignore-scripts",
    binaries ? "--include=optional" : "--omit=optional",
  ];
  await npm(folder, ["ci", ...packages]);
  await writeFile(join(folder, releaseMark), "");
  if (binaries) {
    // The links that install scripts would create.
    const makeLinks = 'import("./tools/bootstrap/links.mjs").then(({ makeLinks }) => makeLinks())';
    await run(folder, process.execPath, ["-e", makeLinks]);
    // The headers of Node, for compilers.
    await rm(join(folder, relative(root, runtimeFolder), "include"), { recursive: true, force: true });
    // Types and source maps of packages, which nothing reads at run time.
    const unread = ["(", "-name", "*.d.ts", "-o", "-name", "*.d.[cm]ts", "-o", "-name", "*.map", ")"];
    await run(folder, "find", ["node_modules", "-type", "f", ...unread, "-delete"]);
  }
  // The umask of whoever makes a release must not decide who may read it.
  await run(folder, "chmod", ["-R", "u=rwX,go=rX", "."]);
}

/** Runs npm in a folder. Returns its output; throws it when npm fails. */
export function npm(folder: string, args: readonly string[]): Promise<string> {
  return run(folder, "npm", args);
}

async function run(folder: string, program: string, args: readonly string[]): Promise<string> {
  const { NODE_ENV: _mode, ...env } = process.env;
  const { code, output } = await runProgram(program, args, { cwd: folder, env });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
  return output;
}
