import { readFileSync, writeFileSync } from "node:fs";
import { access, appendFile, constants, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A cgroup of the lowest weight, in which encodes get only what the processes beside it leave. */
export interface EncodeGroup {
  /** Moves a program into the group that was just started, with all its children. */
  add(pid: number): void;
}

/** Where the kernel shows processes and cgroups, and who asks. */
export interface CgroupSystem {
  proc: string;
  cgroups: string;
  uid: number;
}

const here: CgroupSystem = { proc: "/proc", cgroups: "/sys/fs/cgroup", uid: process.getuid?.() ?? 0 };
/** The service's own cgroup, and at most one below it. A scope or a slice is shared with programs that are not ours. */
const SERVICE = /^0::(.*\.service)(\/[^/.]+)?$/m;
const ENCODES = "encodes";
/** A supervisor forks its program within this time. */
const FORKED_MS = 1_000;
const PASSES = 3;

/**
 * Returns the cgroup of the systemd service that a process belongs to, if the service may manage it (`Delegate=yes`);
 * otherwise null. Root may write any cgroup, so for root this cannot be told.
 */
export async function findDelegatedGroup(
  pid: number | "self" = "self",
  system = here,
): Promise<string | null> {
  const text = await readFile(join(system.proc, String(pid), "cgroup"), "utf8").catch(() => "");
  const [, service] = SERVICE.exec(text) ?? [];
  if (service === undefined || system.uid === 0) return null;
  const folder = join(system.cgroups, service);
  for (const path of [folder, join(folder, "cgroup.procs"), join(folder, "cgroup.subtree_control")])
    if (
      !(await access(path, constants.W_OK).then(
        () => true,
        () => false,
      ))
    )
      return null;
  return folder;
}

/** Returns whether encodes of a service run in a group of the lowest weight. */
export async function isGrouped(folder: string): Promise<boolean> {
  const weight = await readFile(join(folder, ENCODES, "cpu.weight"), "utf8").catch(() => "");
  return weight.trim() === "1";
}

/**
 * Creates the group below a service's cgroup. The service's processes move into a second one beside it, because a cgroup
 * that passes controllers on may have no processes of its own. Returns null when the kernel or systemd refuses.
 */
export async function openEncodeGroup(folder: string): Promise<EncodeGroup | null> {
  try {
    const known = (await readFile(join(folder, "cgroup.controllers"), "utf8")).trim().split(" ");
    const controllers = ["cpu", "io"].filter((name) => known.includes(name));
    if (!controllers.includes("cpu")) return null;
    for (const name of ["app", ENCODES]) await mkdir(join(folder, name), { recursive: true });
    await moveAll(folder, join(folder, "app"));
    await appendFile(join(folder, "cgroup.subtree_control"), controllers.map((name) => `+${name}`).join(" "));
    await writeFile(join(folder, ENCODES, "cpu.weight"), "1");
    if (controllers.includes("io")) await writeFile(join(folder, ENCODES, "io.weight"), "default 1");
  } catch {
    return null;
  }
  const procs = join(folder, ENCODES, "cgroup.procs");
  return {
    add(pid) {
      moveTree(pid, procs);
      // The program may have forked before the first move.
      setTimeout(() => moveTree(pid, procs), FORKED_MS).unref();
    },
  };
}

/** Moves the processes of a cgroup, in several passes, because they may fork meanwhile. */
async function moveAll(from: string, to: string): Promise<void> {
  for (let pass = 0; pass < PASSES; pass++) {
    const pids = (await readFile(join(from, "cgroup.procs"), "utf8")).split("\n").filter(Boolean);
    // A process that has ended cannot be moved.
    for (const pid of pids) await appendFile(join(to, "cgroup.procs"), `${pid}\n`).catch(() => undefined);
  }
}

/** Moves a process and its children. At once, without the thread pool, so that the program has hardly begun. */
function moveTree(pid: number, procs: string): void {
  try {
    writeFileSync(procs, `${pid}\n`, { flag: "a" });
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    for (const child of children) moveTree(Number(child), procs);
  } catch {
    // The program has ended.
  }
}
