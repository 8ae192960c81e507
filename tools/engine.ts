import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The exit code of an engine whose packages are missing. */
const MISSING = 75;
/** Ports below the range from which the system gives out ephemeral ones; an engine takes up to 40 from its first. */
const FIRST_PORT = 20_000;
const BLOCKS = 300;
const BLOCK = 40;
/** Where in the block each of those begins that a test may start together. */
const PLACES: Record<string, number> = { edge: 0, pgbouncer: 2, patroni: 4, s3: 18 };

/** A real server of the outside, such as PgBouncer, that a test started. */
export interface Engine {
  name: string;
  /** The variables that its commands need. */
  env: Readonly<Record<string, string>>;
  /** What it printed as `NAME=value`, such as `DATABASE_URL`. */
  settings: Readonly<Record<string, string>>;
  /** Runs another of its commands, such as `backup`; throws its output if that fails. */
  run(command: string, ...args: string[]): string;
  /** Does the same while this process goes on. */
  runAside(command: string): Promise<string>;
  /** Ends it and removes its files. */
  down(): void;
}

/**
 * Starts an engine of `tools/engines` with a folder and ports of its own. Returns the line that says what to install if
 * its packages are missing. Throws its output if it does not start.
 */
export function startEngine(name: string, env: Record<string, string> = {}): Engine | { missing: string } {
  const folder = mkdtempSync(join(tmpdir(), "cliffhanger-engine-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  const port = FIRST_PORT + (process.pid % BLOCKS) * BLOCK + (PLACES[name] ?? 0);
  const program = join(import.meta.dirname, "engines", name);
  const ownEnv = { ENGINE_DIR: join(folder, "run"), PORT: String(port), ...env };
  const options = {
    env: { ...process.env, ...ownEnv },
    timeout: 180_000,
  };
  const run = (...args: string[]) => spawnSync(program, args, { encoding: "utf8", ...options });
  const down = () => {
    run("down");
    rmSync(folder, { recursive: true, force: true });
  };
  const { status, stdout, stderr } = run("up");
  if (status === MISSING) {
    down();
    return { missing: stdout.trim() };
  }
  if (status !== 0) {
    down();
    throw new Error(`The engine ${name} did not start:\n${stdout}${stderr}`);
  }
  process.once("exit", down);
  endInOrder();
  const lines = stdout.split("\n").flatMap((line) => {
    const at = line.indexOf("=");
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1)] as const] : [];
  });
  return {
    name,
    env: ownEnv,
    settings: Object.fromEntries(lines),
    run(...args) {
      const ended = run(...args);
      if (ended.status !== 0)
        throw new Error(`${name} ${args.join(" ")} failed:\n${ended.stdout}${ended.stderr}`);
      return ended.stdout;
    },
    async runAside(command) {
      const child = spawn(program, [command], { ...options, stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
        });
      // The streams may outlive it: the servers that it started again inherit them.
      const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
      if (code !== 0) throw new Error(`${name} ${command} failed:\n${output}`);
      return output;
    },
    down() {
      process.off("exit", down);
      down();
    },
  };
}

let endsInOrder = false;

/** Lets a process that is told to end emit "exit", by which its engines end. A program that handles the signal ends by itself. */
function endInOrder(): void {
  if (endsInOrder) return;
  endsInOrder = true;
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    process.once(signal, () => {
      if (process.listenerCount(signal) === 0) process.exit(code);
    });
}
