// `npm run release`: makes the files of a release. It tags and publishes nothing.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { readOptions } from "./bootstrap/options.mjs";
import { releasePackages, root } from "./bootstrap/paths.mjs";
import { closeUnreleased, currentRecord, lastRecord, recordFile } from "./release-record.ts";
import { makeTree, npm } from "./release-tree.ts";

const releaseModule = "server/src/platform/release.ts";

const { values } = readOptions({
  options: {
    to: { type: "string", default: "dist/release" },
    tree: { type: "string" },
    binaries: { type: "boolean", default: false },
    prepare: { type: "string" },
  },
});

try {
  if (values.prepare !== undefined) await prepare(values.prepare);
  else if (values.tree !== undefined)
    await makeTree(resolve(root, values.tree), { binaries: values.binaries });
  else await makeFiles(resolve(root, values.to));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** Raises the version, closes *Unreleased* in the changelog and records what is released. */
async function prepare(version: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`--prepare is "${version}"; give a version such as 0.2.0.`);
  const former = lastRecord().version;
  await replaceIn("CHANGELOG.md", (text) =>
    closeUnreleased(text, version, new Date().toISOString().slice(0, 10)),
  );
  await replaceIn("package.json", (text) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
  await replaceIn("package-lock.json", (text) =>
    text.replace(/"version": "[^"]+"/g, replaceFirst(2, version)),
  );
  if (former !== null)
    await replaceIn(releaseModule, (text) =>
      text.replace(/oldestForSchema: "[\d.]+"/, `oldestForSchema: "${former}"`),
    );
  await writeFile(join(root, recordFile), `${JSON.stringify(currentRecord(version), null, 2)}\n`);
  console.log(`Prepared ${version}. Review and commit the changes, then tag the commit v${version}.`);
}

/** Returns a replacer for the version that changes only the first `count` matches: npm writes the own version twice. */
function replaceFirst(count: number, version: string): (found: string) => string {
  let seen = 0;
  return (found) => (seen++ < count ? `"version": "${version}"` : found);
}

async function replaceIn(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(join(root, path), "utf8");
  await writeFile(join(root, path), change(text));
}

/** Writes the tarball, the list of packages and the checksums into a folder. */
async function makeFiles(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const name = `cliffhanger-${version}`;
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(tmpdir(), "cliffhanger-release-"));
  try {
    const tree = join(work, name);
    await makeTree(tree, { binaries: false });
    const tarball = join(folder, `${name}.tar.zst`);
    await pack(work, name, tarball);
    const bill = join(folder, `${name}.sbom.json`);
    const components = await npm(root, [
      "sbom",
      "--sbom-format=cyclonedx",
      "--package-lock-only",
      ...releasePackages,
    ]);
    await writeFile(bill, components);
    const sums = await Promise.all(
      [tarball, bill].map(async (path) => `${await sha256(path)}  ${basename(path)}\n`),
    );
    await writeFile(join(folder, "SHA256SUMS"), sums.join(""));
    console.log([tarball, bill, join(folder, "SHA256SUMS")].join("\n"));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Packs a folder; equal trees give equal archives. */
async function pack(parent: string, name: string, file: string): Promise<void> {
  const options = [
    "--sort=name",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mtime=@0",
    "--format=ustar",
  ];
  const tar = spawn("tar", [...options, "-C", parent, "-cf", "-", name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(tar, "close") as Promise<[number | null]>;
  const level = { params: { [constants.ZSTD_c_compressionLevel]: 10 } };
  await pipeline(tar.stdout, createZstdCompress(level), createWriteStream(`${file}.part`));
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}.`);
  await rename(`${file}.part`, file);
}

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
