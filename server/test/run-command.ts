import { spawn } from "node:child_process";

/** How a command ended, and all that it said. */
export interface CommandEnd {
  code: number | null;
  output: string;
}

/** Runs an operator's command as npm does, to its end; `env` comes beside our own environment. */
export async function runCommandFile(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandEnd> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
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
