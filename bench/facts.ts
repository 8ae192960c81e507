import { execFile } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Describes the machine and the programs behind the figures in a few lines. */
export async function machineFacts(): Promise<string> {
  const [cpu] = cpus();
  const programs = [
    `Node ${process.versions.node}`,
    await version("nginx", ["-v"], /nginx\/([\d.]+)/),
    await version("wrk", ["-v"], /wrk \S*?([\d.]+)/),
    await version("ffmpeg", ["-version"], /version ([\d.]+)/),
  ];
  return [
    `Machine: ${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}.`,
    `Programs: ${programs.filter(Boolean).join(", ")}, the embedded PostgreSQL.`,
  ].join("\n");
}

/** Describes when it was measured, and the machine's load just before. */
export function momentFacts(): string {
  const [load = 0] = loadavg();
  return `Measured on ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC; load of the machine before: ${load.toFixed(1)}.`;
}

async function version(program: string, args: string[], pattern: RegExp): Promise<string> {
  const { stdout, stderr } = await execute(program, args).catch(
    (error: { stdout?: string; stderr?: string }) => ({
      stdout: error.stdout ?? "",
      stderr: error.stderr ?? "",
    }),
  );
  const [, found] = pattern.exec(stdout + stderr) ?? [];
  return found ? `${program} ${found}` : "";
}
