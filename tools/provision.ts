import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { runProgram } from "./run-program.ts";

type Need = {
  what: string;
  /** The environment variable for a path that is not the usual one. */
  variable?: string;
  programs: readonly string[];
  debianPackage: string;
  /** A package that it loads and that Debian does not always install with it. */
  library?: string;
  /** Absent if the program exists only on Linux. */
  brewPackage?: string;
};

/**
 * Chromium without windows, as Debian packages it. It takes half the CPU time of the whole browser, which draws its own
 * frame even when nobody sees it.
 */
const HEADLESS_SHELL = "chromium-headless-shell";

const needs: readonly Need[] = [
  {
    what: "Chromium",
    variable: "CHROMIUM_PATH",
    programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    debianPackage: "chromium",
    brewPackage: "--cask chromium",
  },
  {
    what: "ffmpeg",
    variable: "FFMPEG_PATH",
    programs: ["ffmpeg"],
    debianPackage: "ffmpeg",
    brewPackage: "ffmpeg",
  },
  {
    what: "bubblewrap",
    programs: ["bwrap"],
    debianPackage: "bubblewrap",
  },
];

/** What the long tests also need: a second browser, as Debian ships it. */
const longNeeds: readonly Need[] = [
  ...needs,
  {
    what: "Firefox",
    variable: "FIREFOX_PATH",
    programs: ["firefox-esr", "firefox"],
    debianPackage: "firefox-esr",
    brewPackage: "--cask firefox",
  },
];

/** Servers and programs of some tests. Without them those tests are skipped. */
const engines: readonly Need[] = [
  { what: "PgBouncer", programs: ["pgbouncer"], debianPackage: "pgbouncer" },
  { what: "PostgreSQL", programs: ["pg_ctlcluster"], debianPackage: "postgresql" },
  { what: "Patroni", programs: ["patroni"], debianPackage: "patroni", library: "python3-etcd" },
  { what: "etcd", programs: ["etcd"], debianPackage: "etcd-server" },
  { what: "HAProxy", programs: ["haproxy"], debianPackage: "haproxy" },
  { what: "pgBackRest", programs: ["pgbackrest"], debianPackage: "pgbackrest" },
  { what: "Ceph Object Gateway", programs: ["radosgw"], debianPackage: "radosgw" },
  { what: "Ceph monitor", programs: ["ceph-mon"], debianPackage: "ceph-mon" },
  { what: "Ceph OSD", programs: ["ceph-osd"], debianPackage: "ceph-osd" },
  { what: "Prometheus", programs: ["prometheus"], debianPackage: "prometheus" },
  { what: "Caddy", programs: ["caddy"], debianPackage: "caddy" },
  { what: "nginx", programs: ["nginx"], debianPackage: "nginx-light" },
  {
    what: "njs",
    programs: ["/usr/lib/nginx/modules/ngx_http_js_module.so"],
    debianPackage: "libnginx-mod-http-js",
  },
  { what: "buildah", programs: ["buildah"], debianPackage: "buildah" },
  { what: "mmdebstrap", programs: ["mmdebstrap"], debianPackage: "mmdebstrap" },
];

/** Returns the path of an installed Firefox, or undefined. */
export function findFirefox(): string | undefined {
  return find(longNeeds.at(-1));
}

/** Returns the path of an installed Chromium or Chrome, or undefined. */
export function findChromium(): string | undefined {
  return find(needs[0]);
}

/** Returns the path of the lighter Chromium, or undefined if it is absent or the environment names another browser. */
export function findHeadlessShell(): string | undefined {
  return process.env["CHROMIUM_PATH"] ? undefined : onPath(HEADLESS_SHELL);
}

/**
 * Installs the programs that the tests need, if this user may. Returns instructions for what has to be installed by hand, or
 * undefined if nothing is missing.
 */
export async function provision(tests: "all" | "long" = "all"): Promise<string | undefined> {
  const wanted = (tests === "long" ? longNeeds : needs).filter(
    (need) => need.brewPackage !== undefined || process.platform === "linux",
  );
  if (tests === "long") await installEngines();
  else await installHeadlessShell();
  const missing = wanted.filter((need) => !find(need));
  if (missing.length === 0) return undefined;
  const names = missing.map(({ what }) => what).join(" and ");
  if (!onPath("apt-get")) {
    const brew = missing
      .flatMap(({ brewPackage }) => (brewPackage ? [`brew install ${brewPackage}`] : []))
      .join(" && ");
    return `The tests need ${names}. Install with your system's packages (${brew})${byVariables(missing)}.`;
  }
  const packages = missing.map(({ debianPackage }) => debianPackage);
  const byHand = `apt-get update && apt-get install -y ${packages.join(" ")}`;
  if (process.getuid?.() !== 0) {
    return `The tests need ${names}. Install with: sudo sh -c '${byHand}'${byVariables(missing)}.`;
  }
  console.log(`Installing ${packages.join(" and ")} for the tests …`);
  if (!(await installByApt(packages))) return `The tests need ${names}. Try by hand: ${byHand}`;
  const wrong = missing.filter((need) => !find(need));
  if (wrong.length === 0) return undefined;
  return variables(wrong) === ""
    ? `The tests need ${wrong.map(({ what }) => what).join(" and ")}. Try by hand: ${byHand}`
    : `${variables(wrong)} names a program that is not there.`;
}

/** Installs the lighter Chromium if this user may. Systems without the package use the whole browser. */
async function installHeadlessShell(): Promise<void> {
  if (process.env["CHROMIUM_PATH"] || findHeadlessShell()) return;
  if (process.getuid?.() !== 0 || !onPath("apt-get")) return;
  console.log(`Installing ${HEADLESS_SHELL} for the tests, if the system has it …`);
  await installByApt([HEADLESS_SHELL]);
}

/** Installs the missing engines if this user may. None of them starts as a service. */
async function installEngines(): Promise<void> {
  const missing = engines.filter((need) => !find(need));
  if (missing.length === 0 || process.getuid?.() !== 0 || !onPath("apt-get")) return;
  const policy = "/usr/sbin/policy-rc.d";
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  mkdirSync("/etc/postgresql-common/createcluster.d", { recursive: true });
  writeFileSync("/etc/postgresql-common/createcluster.d/tests.conf", "create_main_cluster = false\n");
  try {
    const packages = missing.flatMap(({ debianPackage, library }) => [debianPackage, library ?? []].flat());
    console.log(`Installing ${packages.join(" and ")} for the long tests …`);
    await installByApt(packages);
  } finally {
    if (isOurs) rmSync(policy);
  }
}

async function installByApt(packages: readonly string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // An unattended upgrade may hold apt's lock for some time.
  const wait = ["-o", "DPkg::Lock::Timeout=120"];
  for (const args of [
    ["update", "-q"],
    ["install", "-q", "-y", "--no-install-recommends", ...packages],
  ]) {
    const { code, output } = await runProgram("apt-get", [...wait, ...args], { env });
    if (code === 0) continue;
    console.error(output.split("\n").slice(-25).join("\n"));
    return false;
  }
  return true;
}

function byVariables(missing: readonly Need[]): string {
  const names = variables(missing);
  return names === "" ? "" : `, or name the programs in ${names}`;
}

function variables(missing: readonly Need[]): string {
  return missing.flatMap(({ variable }) => variable ?? []).join(" and ");
}

function find(need: Need | undefined): string | undefined {
  if (!need) return undefined;
  const named = need.variable && process.env[need.variable];
  if (named) return isProgram(named) ? named : undefined;
  return need.programs.map(onPath).find((path) => path !== undefined);
}

function onPath(program: string): string | undefined {
  // A module of a server, which no path lists and nobody executes.
  if (isAbsolute(program)) return existsSync(program) ? program : undefined;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, program)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not executable; neither can be used
  }
}
