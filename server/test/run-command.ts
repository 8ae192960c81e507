import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { format } from "node:util";
import type { Main } from "#platform/command";

/** How a command ended, and its output. */
export interface CommandEnd {
  code: number | null;
  output: string;
}

/** A user of the system other than ours, and the whole environment of its processes. */
export interface OtherUser {
  uid?: number;
  gid?: number;
  env: Record<string, string>;
}

/** Runs an operator command to its end as npm does; `env` is added to our own environment, unless another user runs it. */
export async function runCommandFile(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  user?: OtherUser,
): Promise<CommandEnd> {
  const child = spawn(process.execPath, [file, ...args], {
    ...user,
    env: { ...(user?.env ?? process.env), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

/** Collects a command's output and none from outside the command. */
const printed = new AsyncLocalStorage<string[]>();

/** Adds what a running command writes to standard output to its own output. */
function captureStdout(): () => void {
  const original = process.stdout.write;
  process.stdout.write = ((...given: Parameters<typeof original>) => {
    const lines = printed.getStore();
    if (!lines) return original.apply(process.stdout, given);
    lines.push(String(given[0]));
    return true;
  }) as typeof original;
  return () => {
    process.stdout.write = original;
  };
}

/** Replaces a method of the console by one with which a running command writes to its own output. */
function capture(method: "log" | "error"): () => void {
  const original = console[method];
  console[method] = (...values: unknown[]) => {
    const lines = printed.getStore();
    if (lines) lines.push(`${format(...values)}\n`);
    else original(...values);
  };
  return () => {
    console[method] = original;
  };
}

/**
 * Runs an operator command to its end in this process, because loading the server again takes a second of CPU. `env` is
 * set while it runs, so commands run sequentially. At least one test of each command starts it as a program, by {@link
 * runCommandFile}.
 */
export async function runCommandHere(
  main: Main,
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandEnd> {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  const restore = [capture("log"), capture("error"), captureStdout()];
  Object.assign(process.env, env);
  try {
    const lines: string[] = [];
    const code = await printed.run(lines, () => main([...args]));
    return { code, output: lines.join("") };
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    for (const end of restore.reverse()) end();
  }
}
