import { spawn } from "node:child_process";
import { access, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** The files that one run may access. The sandbox hides everything else. */
export interface SandboxFiles {
  /** Absolute paths that it may read. */
  reads: readonly string[];
  /** Absolute paths of folders that it may write. */
  writes: readonly string[];
}

/** The restrictions that this system supports. */
export interface Sandbox {
  /** The command and arguments before the program. */
  prefix(files: SandboxFiles, wallSeconds: number): string[];
  /**
   * Whether the program runs below a supervisor. It reports a signal as exit code 128 + its number, and writes the
   * process ID of its child to descriptor 3 as JSON (`--info-fd` in bwrap(1)).
   */
  isSupervised: boolean;
  /** A sentence for the log when part of the sandbox is unavailable, otherwise null. */
  warning: string | null;
}

const MEMORY_BYTES = 8 * 2 ** 30;
const FILE_BYTES = 2 ** 30;
/** CPU seconds per second of wall time. Decoders use a few threads and stay far below this. */
const CPU_FACTOR = 16;

/** Folders of the system's programs and libraries. */
const SYSTEM = ["/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec"];
/** Links into /usr on a merged system, folders elsewhere. */
const OLD_SYSTEM = ["/bin", "/lib", "/lib32", "/lib64"];
const LINKER = ["/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"];
/** Package managers that keep libraries in separate folders. */
const STORES = ["/nix/store", "/gnu/store"];

const NAMESPACES = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"];
// Leaves out /proc and /sys. Drops capabilities explicitly, because bubblewrap keeps those of root.
const CLOSED = ["--die-with-parent", "--cap-drop", "ALL", "--dev", "/dev", "--chdir", "/"];
const REPORT = ["--info-fd", "3"];
/** Root may not need a user namespace, and a container may have disabled them. */
const USERS = [["--unshare-user", "--uid", "65534", "--gid", "65534"], []];

/**
 * Finds the strongest sandbox that works here: bubblewrap, else a namespace without network, else resource limits
 * alone.
 * @param programs absolute paths of the programs to run in it
 * @param hasTerminal whether our session has a terminal
 */
export async function findSandbox(
  programs: readonly string[],
  hasTerminal: boolean | Promise<boolean> = ownsTerminal(),
): Promise<Sandbox> {
  // Linux may weigh nice only within a session (sched_autogroup), so the program stays in ours. With a terminal it must
  // not: it could type into it.
  const session = (await hasTerminal) ? ["--new-session"] : [];
  const low = [
    ...((await works(quota(60))) ? ["quota"] : []),
    ...((await works(["nice", "-n", "19"])) ? ["nice"] : []),
  ];
  const limits = (wall: number) =>
    low.flatMap((word) => (word === "quota" ? quota(wall) : ["nice", "-n", "19"]));
  const base = await systemBinds(programs);
  for (const users of USERS) {
    const bubble = ["bwrap", ...users, ...NAMESPACES, ...CLOSED, ...session, ...base];
    if (!(await worksForAll(bubble, programs))) continue;
    return {
      prefix: (files, wall) => [...limits(wall), ...bubble, ...REPORT, ...fileBinds(files), "--"],
      isSupervised: true,
      warning: null,
    };
  }
  const network = ["unshare", "--user", "--map-user=65534", "--net"];
  const parent = ["setpriv", "--pdeathsig", "KILL"];
  const hasNetwork = await works(network);
  const hasParent = await works(parent);
  return {
    prefix: (_, wall) => [
      ...(hasNetwork ? network : []),
      // Must come after unshare: a change of user clears the death signal.
      ...(hasParent ? parent : []),
      ...limits(wall),
    ],
    isSupervised: false,
    warning: missing(await works(["bwrap", "--version"], []), hasNetwork),
  };
}

function quota(wallSeconds: number): string[] {
  const cpu = Math.ceil(wallSeconds * CPU_FACTOR);
  return ["prlimit", `--as=${MEMORY_BYTES}`, `--cpu=${cpu}`, `--fsize=${FILE_BYTES}`];
}

function fileBinds({ reads, writes }: SandboxFiles): string[] {
  return [
    ...reads.flatMap((path) => ["--ro-bind", path, path]),
    ...writes.flatMap((path) => ["--bind", path, path]),
  ];
}

/** Returns the paths that every program needs to start: libraries, the linker's configuration and its own folder. */
async function systemBinds(programs: readonly string[]): Promise<string[]> {
  const binds: string[] = [];
  for (const path of [...SYSTEM, ...LINKER]) if (await exists(path)) binds.push("--ro-bind", path, path);
  for (const path of OLD_SYSTEM) {
    const real = await realpath(path).catch(() => null);
    if (real === null) continue;
    if (real === path) binds.push("--ro-bind", path, path);
    else binds.push("--symlink", real.slice(1), path);
  }
  const own = new Set<string>();
  for (const program of programs) {
    for (const path of [program, await realpath(program).catch(() => program)]) {
      const store = STORES.find((folder) => path.startsWith(`${folder}/`));
      if (store) own.add(store);
      else for (const folder of ownFolders(path)) if (await exists(folder)) own.add(folder);
    }
  }
  return [...binds, ...[...own].flatMap((folder) => ["--ro-bind", folder, folder])];
}

/** Manually installed programs often have their libraries in a sibling folder. */
function ownFolders(program: string): string[] {
  const folder = dirname(program);
  if (SYSTEM.includes(folder) || OLD_SYSTEM.includes(folder)) return [];
  return basename(folder) === "bin" ? [folder, join(folder, "../lib")] : [program];
}

function missing(isInstalled: boolean, hasNetwork: boolean): string {
  const open = hasNetwork
    ? "so ffmpeg runs without network but can read every file that this user can read"
    : "so ffmpeg runs with network access and can read every file that this user can read";
  const rest =
    "Its formats, protocols and codecs are still restricted. Until then, only ingest video that you trust.";
  if (process.platform !== "linux") return `This system has no namespaces, ${open}. ${rest}`;
  return isInstalled
    ? `bubblewrap cannot start here because user namespaces are closed, ${open}. Allow them for this container or user (docs/ingest.md says how). ${rest}`
    : `bubblewrap is not installed, ${open}. Install it with: sudo apt-get install bubblewrap. ${rest}`;
}

async function worksForAll(prefix: string[], programs: readonly string[]): Promise<boolean> {
  for (const program of programs) if (!(await works([...prefix, "--", program], ["-version"]))) return false;
  return true;
}

async function works([command = "", ...rest]: string[], last = ["true"]): Promise<boolean> {
  const child = spawn(command, [...rest, ...last], { stdio: "ignore" });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

/** Returns whether our session has a terminal, by the fifth field after the name in proc(5)'s stat; true if unknown. */
async function ownsTerminal(): Promise<boolean> {
  const text = await readFile("/proc/self/stat", "utf8").catch(() => "");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[4] !== "0";
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
