import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Command, commands, helpOf } from "./bootstrap/commands.mjs";
import { root } from "./bootstrap/paths.mjs";
import { timeLimit } from "./time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(180) });

const pages = ["README.md", ...markdownIn("docs"), ...markdownIn("docs/how-to")];
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

function markdownIn(folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));
  return names.map((name) => `${folder}/${name}`);
}

const folder = mkdtempSync(join(tmpdir(), "cliffhanger-readme-"));
const dataDir = join(folder, "data");
const videos = join(folder, "videos");
let app: ChildProcess;
let origin: string;
let env: NodeJS.ProcessEnv;

/** Every code block of the pages with its language. */
const blocks = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", block = ""]) => ({
    page,
    language,
    text: block,
  }));
});
const blockOf = (language: string) => blocks.find((block) => block.language === language)?.text ?? "";

/** A line of a stack trace, which no message to an operator may contain. */
const stack = /^\s+at .+:\d+:\d+\)?$/m;

interface Ended {
  code: number | null;
  output: string;
}

/** Runs a command in a shell as npm would. */
async function type(line: string, more: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const command = line
    .replace(/\s+#.*$/, "")
    .replace(/^npm (?:run )?([\w:-]+)(?: --(?= |$))?/, '"$NODE" tools/bootstrap.mjs $1');
  const child = spawn("bash", ["-c", command], {
    cwd: root,
    env: { ...env, NODE: process.execPath, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

beforeAll(async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  origin = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: _url, NODE_ENV: _mode, npm_lifecycle_event: _event, ...rest } = process.env;
  env = { ...rest, DATA_DIR: dataDir, PORT: String(port), DEMO: "on", DRAIN_SECONDS: "0", LOG_LEVEL: "warn" };
  mkdirSync(join(dataDir, "pages"), { recursive: true });
  writeFileSync(join(dataDir, "pages/privacyPolicy.de.md"), blockOf("md"));
  mkdirSync(join(videos, "The Salt Road"), { recursive: true });
  writeFileSync(join(videos, "The Salt Road/series.yaml"), blockOf("yaml"));
  const picture = ["-f", "lavfi", "-i", "testsrc=size=180x320:rate=10:duration=1"];
  for (const name of ["01.mp4", "02.mp4"])
    execFileSync("ffmpeg", ["-v", "error", ...picture, join(videos, "The Salt Road", name)]);
  app = spawn(process.execPath, ["tools/bootstrap.mjs", "start"], { cwd: root, env, stdio: "ignore" });
  for (;;) {
    if (app.exitCode !== null) throw new Error("The demo ended at its start.");
    if ((await fetch(`${origin}/readyz`).catch(() => null))?.ok) break;
    await pause(100);
  }
}, timeLimit(180));

afterAll(async () => {
  const ended = once(app, "close");
  app.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}, timeLimit(60));

/** Commands that take minutes or need more than a test has. Only their help is run. */
const onlyHelp = new Set([
  "git clone",
  "npm start",
  "npm test",
  "npm run bench",
  "npm run ingest",
  "npm run check",
  "npm run test:",
]);

/** Why a block marked `text` is not typed, by its page and the beginning of its first line. */
const untyped: Record<string, string> = {
  "docs/backup.md: #!/bin/sh": "age and rclone, and a remote to copy to",
  "docs/backup.md: npm run restore -- FILE.cliffhanger  ":
    "another database; server/test/backup.test.ts restores (O2)",
  "docs/backup.md: npm run restore -- --held-mail":
    "a restored site; server/test/catch-up.test.ts has one (O8)",
  "docs/backup.md: npm run backup -- --to FILE.cliffhanger":
    "two releases; server/test/backup.test.ts moves the data (O10)",
  "docs/backup.md: npm run move-database": "a second server; server/test/move-database.test.ts has one (O9)",
  "docs/backup.md: [global]": "no commands, but a file",
  "docs/backup.md: archive_mode": "no commands, but a file",
  "docs/backup.md: pgbackrest --stanza=main stanza-create": "pgBackRest; npm run test:long runs it (O12)",
  "docs/backup.md: pgbackrest --stanza=main --delta": "pgBackRest; npm run test:long runs it (O12)",
  "docs/backup.md: npm run psql -- --write":
    "a server that went back in time: the site would hold renewals and mail",
  "docs/operating.md: apt-get install":
    "a new machine with a host name; npm run test:long starts the tarball (O28)",
  "docs/operating.md: mkdir -m 700 secrets": "docker; server/test/deploy.test.ts checks the file (O27)",
  "docs/operating.md: docker compose run":
    "docker; server/test/deploy.test.ts checks that the program exists (O27)",
  "docs/operating.md: docker build": "docker; npm run test:image builds and starts the image (O38)",
  "docs/operating.md: cp deploy/systemd": "systemd; server/test/deploy.test.ts checks the units (O27)",
  "docs/operating.md: systemd-run": "systemd, which runs nothing here; the names are those of the units",
  "docs/scaling.md: apt-get install -y nginx":
    "the packages of every part; npm run test:soak -- stack starts the same (O39)",
  "docs/scaling.md: apt-get install -y patroni":
    "the packages of a cluster; npm run test:long installs them (O33)",
  "docs/scaling.md: DATABASE_URL=": "no commands, but a setting; npm run test:long uses it (O34)",
  "docs/scaling.md: bootstrap:": "no commands, but a part of a file",
  "docs/scaling.md: defaults": "no commands, but a part of a file",
  "docs/scaling.md: SYNC=true tools/engines/patroni up": "Patroni; npm run test:long runs it (O33)",
  "docs/scaling.md: As of ": "no commands, but what one prints",
};

test("O28: every block of README and docs that is not typed has a reason", () => {
  const found = blocks.filter(({ language }) => language === "text");
  const keys = Object.keys(untyped);
  const keyOf = ({ page, text }: { page: string; text: string }) =>
    keys.find((key) => `${page}: ${text}`.startsWith(key)) ?? `${page}: ${text.split("\n")[0]}`;
  expect(found.map(keyOf).toSorted()).toEqual(keys.toSorted());
});

/** The expected output of a line with exit code 0, or the error for something that does not exist. */
const expected: Record<string, { code?: number; output: RegExp; with?: [string, string] }> = {
  "npm run doctor": { output: /No faults found/ },
  "npm run doctor -- --offline": { output: /No faults found/ },
  "npm run upgrade -- --check": { output: /^Migrations: none pending$.*^Settings: all known$/ms },
  "npm run plan": { output: /days-30/ },
  "npm run plan -- price days-30 USD 14.99": { output: /\$14\.99/ },
  "npm run plan -- price days-30 USD 14.99 --from 2027-01-01": { output: /14\.99/ },
  "npm run refund -- CH-7Q2MK0XD": { code: 1, output: /CH-7Q2MK0XD/ },
  "npm run grant -- mara@example.com --days 30": {
    output: /free@cliffhanger\.test/,
    with: ["mara@example.com", "free@cliffhanger.test"],
  },
  "npm run review": { output: /./ },
  "npm run clock -- +30d": { output: /time is 20/ },
  "npm run section -- list": { output: /featured/ },
  "npm run backup": { output: /Verified/ },
  "npm run backup -- --to /backups/monday.cliffhanger": {
    output: /Verified/,
    with: ["/backups/monday.cliffhanger", join(folder, "monday.cliffhanger")],
  },
  "npm run backup -- --media": { output: /Verified/ },
  "npm run backup -- --list": { output: /hashes verified/ },
  "npm run site -- show": { output: /name/ },
  "npm run tickets": { output: /./ },
  "npm run config -- list": { output: /./ },
  "npm run report": { output: /./ },
  "npm run qoe": { output: /./ },
  'npm run psql -- -c "select 6 * 7 as answer"': { output: /42/ },
  "npm run demo -- --remove": { output: /removed|taken|out/i },
};

/** The commands of which `npm test` types the first line: one of each kind. `.ci/run` types every line of all. */
const kinds = new Set(["doctor", "backup", "plan", "refund", "upgrade", "clock", "demo"]);
const isEachTyped = Boolean(process.env["ALL_TESTS"]);

test("O28: every command line of the code blocks of README and docs works as typed", async () => {
  const lines = blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.split("\n"))
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(8);
  const typed = new Set<string>();
  for (const line of new Set([...lines, ...Object.keys(expected)])) {
    const wanted = expected[line];
    const isHelpEnough = [...onlyHelp].some((known) => line.startsWith(known));
    expect(wanted !== undefined || isHelpEnough, `not covered: ${line}`).toBe(true);
    if (!wanted) continue;
    const name = line.split(" ")[2] ?? "";
    expect(scripts[name], line).toBeDefined();
    if (!isEachTyped && (typed.has(name) || !kinds.has(name))) continue;
    typed.add(name);
    const [from, to] = wanted.with ?? ["", ""];
    const { code, output } = await type(line.replace(from, to));
    expect(code, `${line}\n${output}`).toBe(wanted.code ?? 0);
    expect(output, line).toMatch(wanted.output);
    expect(output, line).not.toMatch(stack);
  }
});

test("H32: npm run psql only reads unless --write is given, and names the package when psql is missing", async () => {
  const change = '-c "update throttle set count = count"';
  const refused = await type(`npm run psql -- ${change}`);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("read-only transaction") });
  expect(await type(`npm run psql -- --write ${change}`)).toMatchObject({
    code: 0,
    output: expect.stringContaining("UPDATE"),
  });
  const missing = await type('PATH=/nowhere "$NODE" tools/bootstrap.mjs psql');
  expect(missing).toMatchObject({ code: 1, output: expect.stringContaining("postgresql-client") });
  expect(missing.output).not.toMatch(stack);
});

const nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"].find(existsSync);

test("O28: README's series.yaml is read and its page is served", async () => {
  const { code, output } = await type('npm run ingest -- --dry-run "$VIDEOS"', { VIDEOS: videos });
  expect(code, output).toBe(0);
  expect(output).toContain("The Salt Road");
  expect(output).not.toContain("series.yaml"); // it has no problems
  const page = await fetch(`${origin}/privacyPolicy`, { headers: { "accept-language": "de" } });
  expect(await page.text()).toContain("Deine Rechte");
});

test.skipIf(!nginx)(
  "O28: the nginx block of docs/edge.md is one that nginx takes (apt-get install nginx-light)",
  async () => {
    const config = join(folder, "nginx.conf");
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${folder};`,
    );
    writeFileSync(
      config,
      `pid ${folder}/nginx.pid; events {} http { access_log off; ${paths.join(" ")} server { listen 127.0.0.1:18099; ${blockOf("nginx")} } }`,
    );
    expect((await type(`"${nginx}" -t -e stderr -c "${config}"`)).output).toContain("test is successful");
  },
  timeLimit(60),
);

/** The verbs that may follow the command in the first line of a help text. */
const VERBS = [
  "build",
  "check",
  "copy",
  "export",
  "format",
  "grant",
  "list",
  "make",
  "move",
  "open",
  "rebuild",
]
  .concat(["refund", "report", "restore", "run", "show", "write"])
  .join("|");
const firstLineOfHelp = new RegExp(`^npm (?:start|test|run \\S+)(?: \\S+)* {2,}(?:${VERBS}) `);

/** Commands that are started for their help: one of each kind, and those that print their own. */
const startedForHelp = new Set(["start", "psql"]);
const isStarted = (name: string, { help, usage }: Command) =>
  startedForHelp.has(name) || (help === undefined && usage === undefined);

/** Returns what the entry point of every command prints instead of starting this one. */
async function helpOfCommand(command: Command): Promise<string> {
  const help = helpOf(command, ["--help"]);
  if (help !== undefined || command.usage === undefined) return help ?? "";
  return ((await import(join(root, command.usage))) as { USAGE: string }).USAGE;
}

test("O28, H3: every command answers --help with 0 and does nothing; its first line is short and has a verb", async () => {
  const nowhere = join(folder, "nowhere");
  for (const name of Object.keys(scripts)) {
    const command = commands[name] ?? { about: "" };
    const { code, output } = isStarted(name, command)
      ? await type(`npm run ${name} -- --help`, { DATA_DIR: nowhere })
      : { code: 0, output: await helpOfCommand(command) };
    expect(code, `${name}\n${output}`).toBe(0);
    const [firstLine = ""] = output.split("\n");
    expect(firstLine, name).toMatch(firstLineOfHelp);
    expect(firstLine.length, firstLine).toBeLessThanOrEqual(80);
  }
  expect(existsSync(nowhere)).toBe(false);
});

test("O28: an unknown option is answered with a message", async () => {
  for (const name of ["start", "demo", "requirements", "doctor", "bench", "test:unit"]) {
    const { code, output } = await type(`npm run ${name} -- --nonsense`);
    expect(code, name).toBe(1);
    expect(output, name).toContain("--nonsense");
    expect(output, name).not.toMatch(stack);
  }
});

// Other kinds of such paths: server/src/platform/data-folder.test.ts.
test.each(["npm run doctor", "npm start", "npm run plan"])(
  "an impossible DATA_DIR ends %s with a message",
  async (line) => {
    const impossible = "/proc/nope";
    // Doctor looks for no ffmpeg, which takes longer than all else.
    const { code, output } = await type(line, { DATA_DIR: impossible, FFMPEG_PATH: "/nowhere/ffmpeg" });
    expect(code, `${line}\n${output}`).toBe(1);
    expect(output, line).toContain(`DATA_DIR ${impossible}`);
    expect(output, line).not.toMatch(stack);
  },
);
