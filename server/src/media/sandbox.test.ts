import { spawnSync } from "node:child_process";
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { tools as findTools, makeVideo } from "#test/media-sources";
import { findMediaTools, type MediaTools, runMedia } from "./confine.ts";

/** Checks independently of the code under test whether bubblewrap can start here. */
const hasSandbox =
  spawnSync("bwrap", ["--unshare-user", "--unshare-net", "--ro-bind", "/", "/", "true"]).status === 0;
const isRoot = process.getuid?.() === 0;
const confineModule = pathToFileURL(join(import.meta.dirname, "confine.ts")).href;

let root: string;
let listener: Server;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-wall-"));
  await chmod(root, 0o755);
  for (const folder of ["data/media/spool", "data/media/work/1", "data/postgres"])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, ".env"), "STRIPE_SECRET_KEY=secret");
  await writeFile(join(root, "data/media/spool/other"), "another episode");
  makeVideo(join(root, "data/media/spool/mine"), {
    seconds: 1,
    options: ["-c:v", "libx264", "-preset", "ultrafast", "-f", "mp4"],
  });
  listener = createServer().listen(join(root, "data/postgres/.s.PGSQL.5432"));
});
afterAll(async () => {
  listener.close();
  await rm(root, { recursive: true, force: true });
});
afterEach(() => vi.unstubAllEnvs());

/** A script that prints each action that succeeds in the sandbox. */
function attempts(port: number): string {
  const at = (name: string) => JSON.stringify(join(root, name));
  return `
    const fs = require("node:fs"), net = require("node:net");
    const attempt = (name, act) => { try { act(); console.log(name); } catch {} };
    attempt("reads its input", () => fs.readFileSync(${at("data/media/spool/mine")}));
    attempt("writes its work folder", () => fs.writeFileSync(${at("data/media/work/1/out")}, "x"));
    attempt("writes its input", () => fs.appendFileSync(${at("data/media/spool/mine")}, "x"));
    attempt("reads another episode", () => fs.readFileSync(${at("data/media/spool/other")}));
    attempt("lists DATA_DIR", () => { if (fs.readdirSync(${at("data")}).length > 1) return; throw 0; });
    attempt("reads .env", () => fs.readFileSync(${at(".env")}));
    attempt("reads the project", () => fs.readdirSync(${JSON.stringify(import.meta.dirname)}));
    attempt("reads /etc/passwd", () => fs.readFileSync("/etc/passwd"));
    attempt("sees processes", () => fs.readdirSync("/proc/1"));
    attempt("writes outside", () => fs.writeFileSync("/usr/lib/cliffhanger", "x"));
    for (const [name, to] of [["reaches the database", { path: ${at("data/postgres/.s.PGSQL.5432")} }],
      ["reaches the network", { host: "127.0.0.1", port: ${port} }]])
      net.connect(to).on("connect", function () { console.log(name); this.destroy(); }).on("error", () => {});`;
}

const inSandbox = async (tools: MediaTools, port: number) => {
  const answer = await runMedia({ ...tools, ffmpeg: process.execPath }, "ffmpeg", ["-e", attempts(port)], {
    reads: [process.execPath, join(root, "data/media/spool/mine")],
    writes: [join(root, "data/media/work/1")],
    wallSeconds: 30,
  });
  return answer.trim().split("\n");
};

describe("the sandbox around decoders", () => {
  it.skipIf(!hasSandbox)(
    "T21: lets a decoder access its input and its work folder, not DATA_DIR, .env, the database or the network",
    async () => {
      const network = createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => network.once("listening", resolve));
      const { port } = network.address() as { port: number };
      const open = spawnSync(process.execPath, ["-e", attempts(port)], { encoding: "utf8" }).stdout;
      expect(open, "the same attempts outside of the cage").toContain("reads .env");
      expect(open).toContain("reads another episode");
      const tools = await findMediaTools();
      expect(tools.warning).toBeNull();
      expect(await inSandbox(tools, port)).toEqual(["reads its input", "writes its work folder"]);
      network.close();
    },
  );

  it.skipIf(!hasSandbox || !isRoot)("T21: holds for an ordinary user as well as for root", async () => {
    const work = join(root, "data/media/work/1");
    await rm(join(work, "out"), { force: true });
    await chown(work, 65_534, 65_534);
    const program = join(root, "node");
    await copyFile(process.execPath, program);
    await chmod(program, 0o755);
    const copy = await copyOfConfine();
    const code = `
      const { findMediaTools, runMedia } = await import(${JSON.stringify(copy)});
      const tools = await findMediaTools();
      const options = { reads: [process.execPath, ${JSON.stringify(join(root, "data/media/spool/mine"))}], writes: [${JSON.stringify(join(root, "data/media/work/1"))}], wallSeconds: 30 };
      console.log(process.getuid(), tools.warning);
      console.log(await runMedia({ ...tools, ffmpeg: process.execPath }, "ffmpeg", ["-e", ${JSON.stringify(attempts(9))}], options));`;
    const { stdout, stderr } = spawnSync(
      "setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", program, "--input-type=module", "-e", code],
      { encoding: "utf8", cwd: root },
    );
    expect(stderr).toBe("");
    expect(stdout.trim().split("\n")).toEqual(["65534 null", "reads its input", "writes its work folder"]);
  });

  it("reports that a decoder was killed, not that the file is bad", async () => {
    const tools = { ...(await findTools()), ffmpeg: "/bin/sh" };
    const killed = runMedia(tools, "ffmpeg", ["-c", "kill -9 $$"], {
      reads: [],
      writes: [],
      wallSeconds: 10,
    });
    await expect(killed).rejects.toThrow("ffmpeg was ended by the system");
    await expect(killed).rejects.toMatchObject({ name: "KilledError" });
  });

  it("T21: when missing, names the package to install, and decoding continues", async () => {
    const programs = join(root, "programs");
    await mkdir(programs);
    for (const name of ["env", "true", "nice"]) await symlink(`/usr/bin/${name}`, join(programs, name));
    const ffmpeg = spawnSync("which", ["ffmpeg"], { encoding: "utf8" }).stdout.trim();
    vi.stubEnv("PATH", programs);
    const tools = await findMediaTools(ffmpeg);
    expect(tools.warning).toMatch(/bubblewrap is not installed.*sudo apt-get install bubblewrap/);
    expect(await runMedia(tools, "ffmpeg", ["-version"], { reads: [], writes: [], wallSeconds: 30 })).toMatch(
      /^ffmpeg version/,
    );
  });

  it.skipIf(!isRoot)("T21: reports that user namespaces are disabled, and decoding continues", async () => {
    const code = `
      const { findMediaTools, runMedia } = await import(${JSON.stringify(confineModule)});
      const tools = await findMediaTools();
      console.log(tools.warning);
      console.log(await runMedia(tools, "ffmpeg", ["-version"], { reads: [], writes: [], wallSeconds: 30 }));`;
    // Like a container without privileges: it cannot create namespaces or mount.
    const shell =
      'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin "$@"';
    const { stdout, status } = spawnSync(
      "unshare",
      [
        "--user",
        "--map-root-user",
        "sh",
        "-c",
        shell,
        "sh",
        process.execPath,
        "--input-type=module",
        "-e",
        code,
      ],
      { encoding: "utf8" },
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^bubblewrap cannot start here.*user namespaces/);
    expect(stdout).toContain("ffmpeg version");
  });
});

/** Copies the module to where an ordinary user may read it: the checkout may be in root's own folder. */
async function copyOfConfine(): Promise<string> {
  for (const name of ["confine.ts", "encode-group.ts", "sandbox.ts"])
    await copyFile(join(import.meta.dirname, name), join(root, name)).catch(() => undefined);
  await copyFile(join(import.meta.dirname, "../platform/processes.ts"), join(root, "processes.ts"));
  // The languages of errors need packages, which that user may not be able to read; the sandbox needs none.
  const imports = { "#platform/said": "./said.ts", "#platform/processes": "./processes.ts" };
  await writeFile(join(root, "package.json"), JSON.stringify({ type: "module", imports }));
  await writeFile(join(root, "said.ts"), "export class SaidError extends Error {}\n");
  return pathToFileURL(join(root, "confine.ts")).href;
}
