// `npm run test:image`: builds the container image without a daemon or registry, reads its configuration, and starts it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root, runtimePath } from "./bootstrap/paths.mjs";
import { runProgram } from "./run-program.ts";
import { endWithSummary, formatSummary } from "./test-summary.ts";
import { timeLimit } from "./time-limit.ts";

const USER = "65532";
const IMAGE = "localhost/cliffhanger-test";
const PORT = 18_231;
const READY_MS = timeLimit(20);
const MAX_MEGABYTES = 700;
/** Places that any user may write to in every Debian, and the volume. */
const writable = /^\/(data|tmp|var\/tmp|run\/lock)(\/|$)/;
const storage = ["--storage-driver", "vfs"];
/** Whether the image of the last run is tested once more. */
const isBuilt = process.argv.includes("--built");

const work = await mkdtemp(join(tmpdir(), "cliffhanger-image-"));
let passed = 0;
let failed = 0;
try {
  const skipped = await missing();
  if (skipped) {
    console.log(skipped);
    console.log(formatSummary({ passed, failed, skipped: 1 }));
  } else {
    await testImage();
    endWithSummary({ passed, failed, skipped: 0 });
  }
} finally {
  await rm(work, { recursive: true, force: true });
}

/** Returns why the image cannot be built here; undefined when it can. */
async function missing(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "SKIP image: needs Linux and root";
  const needed = isBuilt || process.env["BASE"] ? ["buildah"] : ["buildah", "mmdebstrap"];
  for (const program of needed)
    if (!(await runs(program))) return `SKIP image: apt-get install ${needed.join(" ")}`;
  return undefined;
}

async function runs(program: string): Promise<boolean> {
  return runProgram(program, ["--version"]).then(
    ({ code }) => code === 0,
    () => false,
  );
}

async function testImage(): Promise<void> {
  if (!isBuilt) await build();
  await prove(
    "O27: the image has the user, entry point, volume and health check that it should",
    judgeConfig,
  );
  const container = (await must("buildah", ["from", ...storage, IMAGE])).trim();
  try {
    const files = (await must("buildah", ["mount", ...storage, container])).trim();
    await prove("O27: no file is setuid, and its user can write only to the volume", () => judgeFiles(files));
    await prove(`O27: the image takes at most ${MAX_MEGABYTES} MB`, () => judgeSize(files));
    await prove("O38: the image starts read only as its user and is ready within 20 s", () => start(files));
  } finally {
    await must("buildah", ["rm", ...storage, container]);
  }
}

async function build(): Promise<void> {
  const bases = { BUILD: process.env["BUILD"], BASE: process.env["BASE"] };
  if (bases.BASE === undefined) Object.assign(bases, await makeBases());
  const options = Object.entries(bases).flatMap(([name, value]) =>
    value === undefined ? [] : ["--build-arg", `${name}=${value}`],
  );
  // The plain OCI format has no HEALTHCHECK.
  await must("buildah", [
    "bud",
    "--isolation",
    "chroot",
    ...storage,
    "--format",
    "docker",
    ...options,
    "-t",
    IMAGE,
    root,
  ]);
}

/** Makes base images from Debian's packages and the Node of this project, and returns their names. */
async function makeBases(): Promise<{ BUILD: string; BASE: string }> {
  const archive = join(work, "debian.tar");
  await must("mmdebstrap", [
    "--variant=minbase",
    "--include=ca-certificates,libatomic1,libstdc++6",
    "bookworm",
    archive,
  ]);
  // Warnings about the configuration of this machine's npm must not become part of the path.
  const npm = (await must("npm", ["root", "--global", "--loglevel=error"])).trim();
  const base = await commit("localhost/cliffhanger-base", "scratch", [["add", archive, "/"]]);
  const build = await commit("localhost/cliffhanger-build", base, [
    ["copy", runtimePath, "/usr/local/bin/node"],
    ["copy", join(npm, "npm"), "/usr/local/lib/node_modules/npm"],
    ["run", "ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", "/usr/local/bin/npm"],
    ...trustOfThisMachine(),
  ]);
  return { BUILD: build, BASE: base };
}

/** Behind a proxy with its own authority, npm trusts in the image what it trusts on this machine. */
function trustOfThisMachine(): string[][] {
  const authorities = process.env["NODE_EXTRA_CA_CERTS"];
  if (!authorities) return [];
  const inside = "/etc/ssl/certs/ca-certificates.crt";
  return [
    ["copy", authorities, inside],
    ["run", "npm", "config", "set", "--location=global", `cafile=${inside}`],
  ];
}

async function commit(name: string, from: string, steps: readonly string[][]): Promise<string> {
  const container = (await must("buildah", ["from", ...storage, from])).trim();
  for (const [verb = "", ...args] of steps) {
    const isolation = verb === "run" ? ["--isolation", "chroot"] : [];
    await must("buildah", [verb, ...storage, ...isolation, container, ...args]);
  }
  await must("buildah", ["commit", ...storage, "--rm", container, name]);
  return name;
}

async function judgeConfig(): Promise<string | null> {
  const inspected = await must("buildah", ["inspect", ...storage, "--type", "image", IMAGE]);
  const { Docker } = JSON.parse(inspected) as {
    Docker: { config: Record<string, unknown>; history?: { created_by?: string }[] };
  };
  const { config, history = [] } = Docker;
  const wanted = {
    User: `${USER}:${USER}`,
    Entrypoint: ["/usr/bin/tini", "--", "node", "server/dist/main.js"],
    WorkingDir: "/srv",
    Volumes: { "/data": {} },
    StopSignal: "SIGTERM",
  };
  for (const [name, value] of Object.entries(wanted))
    if (JSON.stringify(config[name]) !== JSON.stringify(value))
      return `${name} is ${JSON.stringify(config[name])}`;
  if (!JSON.stringify(config["Healthcheck"] ?? null).includes("/healthz")) return "there is no health check";
  const secret = history.find(({ created_by: line = "" }) => /password|secret|token|_KEY=/i.test(line));
  return secret ? `the history has a secret: ${secret.created_by}` : null;
}

async function judgeFiles(files: string): Promise<string | null> {
  const setuid = await must("find", [files, "-xdev", "-type", "f", "-perm", "/6000"]);
  if (setuid !== "") return `setuid: ${setuid}`;
  const open = await must("find", [
    files,
    "-xdev",
    "!",
    "-type",
    "l",
    // Devices of the base; a container has its own.
    "!",
    "-type",
    "c",
    "(",
    "-perm",
    "-o+w",
    "-o",
    "-uid",
    USER,
    ")",
  ]);
  const wrong = open.split("\n").filter((path) => path !== "" && !writable.test(path.slice(files.length)));
  return wrong.length === 0 ? null : `writable: ${wrong.slice(0, 5).join(", ")}`;
}

async function judgeSize(files: string): Promise<string | null> {
  const [size = ""] = (await must("du", ["-sm", files])).split("\t");
  console.log(`  ${size} MB`);
  return Number(size) <= MAX_MEGABYTES ? null : `it takes ${size} MB`;
}

/** Starts the image's files as a container would: read only, as its user, with a memory file system for what it writes. */
async function start(files: string): Promise<string | null> {
  const place = join(work, "root");
  await mkdir(place);
  const script = `set -e
mount --bind "$1" "$2"; mount -o remount,bind,ro "$2"
mount -t tmpfs tmpfs "$2/tmp"; mount -t tmpfs -o uid=${USER},gid=${USER},mode=750 tmpfs "$2/data"
mount --rbind /dev "$2/dev"; mount -t proc proc "$2/proc"
exec chroot --userspec=${USER}:${USER} "$2" /usr/bin/env -i PATH=/srv/node_modules/.bin:/usr/bin:/bin NODE_ENV=production \\
  DATA_DIR=/data HOST=127.0.0.1 PORT=${PORT} DEMO=off /bin/sh -c 'cd /srv && exec /usr/bin/tini -- node server/dist/main.js'`;
  const child = spawn(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "bash", "-c", script, "bash", files, place],
    {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = once(child, "close");
  try {
    for (const until = performance.now() + READY_MS; performance.now() < until; await pause(200)) {
      if (child.exitCode !== null) break;
      if ((await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null))?.ok) return null;
    }
    return `it is not ready:\n${output}`;
  } finally {
    // The whole group: a process that changes its user no longer dies with its parent.
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await ended;
  }
}

async function prove(title: string, work: () => Promise<string | null>): Promise<void> {
  const fault = await work().catch((error: unknown) => String(error));
  if (fault === null) passed += 1;
  else failed += 1;
  console.log(fault === null ? `ok ${title}` : `FAILED ${title}: ${fault}`);
}

async function must(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runProgram(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
  return output;
}
