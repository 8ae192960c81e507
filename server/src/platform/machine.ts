import { readFile, statfs } from "node:fs/promises";
import { join } from "node:path";
import { type Meters, plain, type Sample } from "./meters.ts";

/** What is measured of this process and its machine. */
export interface MachineOptions {
  role: "all" | "web" | "worker";
  /** The root of the installation: package.json names the version. */
  root: string;
  /** The folders whose disks may fill, by name. */
  volumes: Readonly<Record<string, string>>;
}

/** Measures the free space of disks, and says which release runs. */
export async function measureMachine(meters: Meters, { role, root, volumes }: MachineOptions): Promise<void> {
  const [version, commit] = await Promise.all([versionOf(root), commitOf(root)]);
  meters.gauge(
    {
      name: "build_info",
      help: "1, with the version, the commit and the role of this process",
      role: "both",
      labels: { version: new Set([version]), commit: new Set([commit]), role: new Set([role]) },
    },
    () => [{ labels: { version, commit, role }, value: 1 }],
  );
  const labels = { volume: new Set(Object.keys(volumes)) };
  meters.gauge(
    { name: "disk_free_bytes", help: "Free space of the disk of a folder", role: "both", labels },
    () => spaceOf(volumes, ({ bavail, bsize }) => bavail * bsize),
  );
  meters.gauge({ name: "disk_size_bytes", help: "Size of the disk of a folder", role: "both", labels }, () =>
    spaceOf(volumes, ({ blocks, bsize }) => blocks * bsize),
  );
}

type Space = Record<"bavail" | "blocks" | "bsize", number>;

/** Returns a value of each disk; none of a disk that does not answer. */
async function spaceOf(
  volumes: MachineOptions["volumes"],
  value: (space: Space) => number,
): Promise<Sample<"volume">[]> {
  const found = await Promise.all(
    Object.entries(volumes).map(async ([volume, folder]) => {
      const space = await statfs(folder).catch(() => null);
      return space === null ? [] : plain(value(space)).map((sample) => ({ ...sample, labels: { volume } }));
    }),
  );
  return found.flat();
}

async function versionOf(root: string): Promise<string> {
  const text = await readFile(join(root, "package.json"), "utf8");
  const { version = "unknown" }: { version?: string } = JSON.parse(text);
  return version;
}

/** Returns the commit of a working copy; "unknown" in a release, which has no history. */
async function commitOf(root: string): Promise<string> {
  const read = (path: string) =>
    readFile(path, "utf8").then(
      (text) => text.trim(),
      () => "",
    );
  const folder = (await read(join(root, ".git"))).replace(/^gitdir: /, "") || join(root, ".git");
  const head = await read(join(folder, "HEAD"));
  const reference = /^ref: (\S+)$/.exec(head)?.[1];
  const shared = (await read(join(folder, "commondir"))) || ".";
  const commit = reference === undefined ? head : await read(join(folder, shared, reference));
  return /^[0-9a-f]{40}$/.test(commit) ? commit.slice(0, 12) : "unknown";
}
