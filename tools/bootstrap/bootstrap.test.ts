import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commands } from "./commands.mjs";

let folder: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cliffhanger bootstrap "));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Writes a program that records events in a file, with a module of the bootstrap imported as `under`. Returns the file's path
 * as a string literal.
 */
function program(module: string, text: string): string {
  const file = join(folder, `${randomUUID()}.mjs`);
  writeFileSync(
    file,
    `import * as under from ${JSON.stringify(new URL(module, import.meta.url).href)};
    import { spawn } from "node:child_process";
    import { appendFileSync } from "node:fs";
    import { setTimeout as pause } from "node:timers/promises";
    const note = (text) => appendFileSync(${JSON.stringify(join(folder, "notes"))}, text + ";");
    const lives = () => { note("ready"); setInterval(() => {}, 1000); };
    ${text}`,
  );
  return JSON.stringify(file);
}

function start(module: string, text: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const file = JSON.parse(program(module, text)) as string;
  const { npm_lifecycle_event: _lifecycle, ...rest } = process.env;
  const child = spawn(process.execPath, [file], { stdio: "ignore", env: { ...rest, ...env } });
  started.push(child);
  return child;
}

/** Returns the events that the programs have recorded. */
function written(): string {
  const notes = join(folder, "notes");
  return existsSync(notes) ? readFileSync(notes, "utf8") : "";
}

/** What was noted down once `text` is among it; everything so far when that does not happen in time. */
async function writtenWith(text: string): Promise<string> {
  const late = performance.now() + 20_000;
  while (!written().includes(text) && performance.now() < late) await pause(20);
  return written();
}

describe("a command run by the bootstrap", () => {
  function runToEnd(text: string): string {
    return `await under.runToEnd(process.execPath, [${program("paths.mjs", text)}, "an argument"]);`;
  }

  it("gets its arguments, and ends the bootstrap with its own exit code", async () => {
    const child = start("run-to-end.mjs", runToEnd("note(process.argv[2]); process.exitCode = 7;"));
    expect(await once(child, "exit")).toEqual([7, null]);
    expect(written()).toBe("an argument;");
  });

  it("V14: gets a small young generation and one arena of memory if it must be lean, unless the operator set it", async () => {
    const noted = program(
      "paths.mjs",
      "note([...process.execArgv, process.env.MALLOC_ARENA_MAX].join(' '));",
    );
    const text = `const { leanEnvironment, leanOptions } = under;
      const { runToEnd } = await import(${JSON.stringify(new URL("run-to-end.mjs", import.meta.url).href)});
      await runToEnd(process.execPath, [...leanOptions.copying, ${noted}], leanEnvironment);`;
    await once(start("lean-process.mjs", text, { MALLOC_ARENA_MAX: undefined }), "exit");
    await once(start("lean-process.mjs", text, { MALLOC_ARENA_MAX: "4" }), "exit");
    expect(written()).toBe("--max-semi-space-size=2 1;--max-semi-space-size=2 4;");
    const lean = Object.entries(commands).filter(([, command]) => command.lean);
    expect(lean.map(([name]) => name)).toEqual([
      "start",
      "finance",
      "archive",
      "backup",
      "restore",
      "move-database",
    ]);
    expect(lean.filter(([, command]) => command.lean === "small").map(([name]) => name)).toEqual([
      "finance",
      "archive",
    ]);
    expect(commands["start"]?.lean).toBe("serving");
  });

  it("that is killed by a signal ends the bootstrap with the same signal", async () => {
    const child = start("run-to-end.mjs", runToEnd('lives(); process.kill(process.pid, "SIGTERM");'));
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  });

  it("receives Ctrl-C once, although the terminal and npm both send it to the bootstrap", async () => {
    const text =
      'process.on("SIGINT", () => { note("interrupted"); setTimeout(() => process.exit(0), 300); }); lives();';
    const child = start("run-to-end.mjs", runToEnd(text));
    await writtenWith("ready");
    child.kill("SIGINT");
    await pause(50);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(written()).toBe("ready;interrupted;");
  });

  it("notices when the bootstrap is killed with -9", async () => {
    const text = 'process.on("disconnect", () => { note("left alone"); process.exit(0); }); lives();';
    const child = start("run-to-end.mjs", runToEnd(text));
    await writtenWith("ready");
    child.kill("SIGKILL");
    expect(await writtenWith("left alone")).toBe("ready;left alone;");
  });

  it("is stopped when npm is killed with -9", async () => {
    const text = 'process.on("SIGTERM", () => { note("terminated"); process.exit(0); }); lives();';
    const bootstrap = program("run-to-end.mjs", runToEnd(text));
    const npm = start("paths.mjs", `spawn(process.execPath, [${bootstrap}], { stdio: "ignore" });`, {
      npm_lifecycle_event: "start",
    });
    await writtenWith("ready");
    npm.kill("SIGKILL");
    expect(await writtenWith("terminated")).toBe("ready;terminated;");
  });
});

describe("the bootstrap's lock", () => {
  const lock = () => join(folder, "cache", "the.lock");

  function hold(name: string, ms: number): ChildProcess {
    const work = `async () => { note("in ${name}"); await pause(${ms}); note("out ${name}"); }`;
    return start("lock.mjs", `await under.withLock(${work}, ${JSON.stringify(lock())});`);
  }

  it("lets one command at a time prepare the folder", async () => {
    const children = ["a", "b", "c"].map((name) => hold(name, 150));
    await Promise.all(children.map((child) => once(child, "exit")));
    expect(written()).toMatch(/^(in (\w);out \2;){3}$/);
    expect(existsSync(lock())).toBe(false);
  });

  it("passes from a command that was killed to the next", async () => {
    const killed = hold("killed", 60_000);
    await writtenWith("in killed");
    killed.kill("SIGKILL");
    await once(killed, "exit");
    expect(await once(hold("next", 1), "exit")).toEqual([0, null]);
    expect(written()).toBe("in killed;in next;out next;");
  });

  it("is not held by an unrelated process that reuses a dead holder's id", async () => {
    mkdirSync(join(folder, "cache"));
    writeFileSync(lock(), JSON.stringify({ pid: process.pid, born: "another time" }));
    expect(await once(hold("next", 1), "exit")).toEqual([0, null]);
    expect(written()).toBe("in next;out next;");
  });
});

describe("a release", () => {
  it("O28: says that a command needs the sources, before it installs anything for it", () => {
    for (const name of ["bootstrap", "bootstrap.mjs"])
      cpSync(join(import.meta.dirname, "..", name), join(folder, "tools", name), { recursive: true });
    writeFileSync(join(folder, "RELEASE"), "");
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ["tools/bootstrap.mjs", ...args], { cwd: folder, encoding: "utf8" });
    const { status, stderr } = run("demo", "--remove");
    expect([status, stderr]).toEqual([
      1,
      "npm run demo needs the sources of Cliffhanger, which a release leaves out. Run it in a clone of them.\n",
    ]);
    expect(run("test").stdout).toBe("0 passed, 1 failed\n");
    expect(run("check", "--help").stdout).toContain("npm run check");
  });
});
