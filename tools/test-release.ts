// Makes the files of a release, unpacks the tarball elsewhere, and starts it as an operator does. Part of `npm run test:long`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runProgram } from "./run-program.ts";
import { endWithSummary } from "./test-summary.ts";
import { timeLimit } from "./time-limit.ts";

/** The first start installs Node, PostgreSQL and sharp from npm. */
const READY_MS = timeLimit(180);

const work = await mkdtemp(join(tmpdir(), "cliffhanger-release-test-"));
let passed = 0;
let failed = 0;
try {
  await prove("O28: a release is made, and its checksums are right", async () => {
    await must("npm", ["run", "release", "--silent", "--", "--to", work]);
    await must("sha256sum", ["--check", "--strict", "SHA256SUMS"], work);
  });
  await prove("O28: the tarball starts by npm start without a build, and serves its pages", startTarball);
} finally {
  await rm(work, { recursive: true, force: true });
}
endWithSummary({ passed, failed, skipped: 0 });

async function startTarball(): Promise<void> {
  const [tarball = ""] = (await readdir(work)).filter((name) => name.endsWith(".tar.zst"));
  await must("tar", ["--zstd", "-xf", tarball], work);
  const tree = join(work, tarball.replace(".tar.zst", ""));
  if (existsSync(join(tree, "web/src"))) throw new Error("The tarball has the sources of the web.");
  const port = await freePort();
  const { DATABASE_URL: _url, NODE_ENV: _mode, ...rest } = process.env;
  const env = { ...rest, PORT: String(port), DEMO: "off", DATA_DIR: join(work, "data"), DRAIN_SECONDS: "0" };
  const app = spawn("npm", ["start"], { cwd: tree, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [app.stdout, app.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = once(app, "close");
  try {
    const until = performance.now() + READY_MS;
    while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
      if (app.exitCode !== null || performance.now() > until) throw new Error(`It did not start:\n${output}`);
      await pause(200);
    }
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    if (!page.includes("<script")) throw new Error(`The home page has no app:\n${page.slice(0, 500)}`);
  } finally {
    app.kill("SIGTERM");
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

async function must(program: string, args: readonly string[], cwd?: string): Promise<void> {
  const { code, output } = await runProgram(program, args, cwd === undefined ? {} : { cwd });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
}

async function prove(title: string, test: () => Promise<void>): Promise<void> {
  try {
    await test();
    passed += 1;
    console.log(`ok ${title}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${title}: ${String(error)}`);
  }
}
