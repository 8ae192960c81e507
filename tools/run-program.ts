import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endWithParent } from "./bootstrap/npm.mjs";
import { modulesFolder, root } from "./bootstrap/paths.mjs";

/** The result of a program: `code` is 0 only on success, `output` is both streams in order of arrival. */
export type Ended = { code: number; output: string; seconds: number };

type Options = {
  /** Also prints the output while the program runs. */
  show?: boolean;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
};

/** Returns the path of a package's JavaScript file. */
export function packageFile(path: string): string {
  return join(modulesFolder, path);
}

/** Runs a JavaScript or TypeScript program with this process's Node. It exits when this process does. */
export function runNode(file: string, args: readonly string[], options: Options = {}): Promise<Ended> {
  return runProgram(process.execPath, [endWithParent, file, ...args], options);
}

/** Runs a program until it exits. Its output is only printed if `show` is set. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { show = false, cwd = root, env = process.env }: Options = {},
): Promise<Ended> {
  const begun = performance.now();
  const child = spawn(program, args, {
    cwd,
    env: withColors(env),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const [stream, target] of [
    [child.stdout, process.stdout] as const,
    [child.stderr, process.stderr] as const,
  ]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (show) target.write(text);
    });
  }
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (signal) output += `\n(ended by ${signal})\n`;
  return { code: code ?? 1, output, seconds: (performance.now() - begun) / 1000 };
}

/** Passes on whether the terminal shows colours; the child writes to a pipe and cannot know. */
function withColors({
  FORCE_COLOR: _forced,
  NO_COLOR: refused,
  ...env
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const wanted = process.stdout.isTTY && !env.CI && !refused;
  return { ...env, ...(wanted ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) };
}
