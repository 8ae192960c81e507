import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { settings } from "#platform/config";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const work = mkdtempSync(join(tmpdir(), "cliffhanger-deploy-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const isInstalled = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const hasCaddy = isInstalled("caddy");
const hasSystemd = isInstalled("systemd-analyze");

/** Returns the names of an environment that are neither a setting, nor the file of one, nor among `others`. */
function unknownNames(names: readonly string[], others: readonly string[] = []): string[] {
  const known = new Set([...settings.flatMap(({ name }) => [name, `${name}_FILE`]), ...others]);
  return names.filter((name) => !known.has(name));
}

/** The part of a service of compose.yaml that these tests read. */
interface Service {
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  restart?: string;
  mem_limit?: string;
  ports?: string[];
  networks?: string[];
  volumes?: string[];
  secrets?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
}
interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}
const compose = parse(read("deploy/compose.yaml"), { merge: true }) as Compose;
const services = Object.entries(compose.services);

test("O27: compose runs every service without privileges, on a read-only file system, within a memory limit", () => {
  expect(services.map(([name]) => name)).toEqual(["caddy", "app", "worker", "postgres"]);
  for (const [name, service] of services) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      restart: "unless-stopped",
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      image: expect.stringMatching(/:(?!latest).+$/),
    });
  }
  expect(services.filter(([, { cap_add }]) => cap_add).map(([name]) => name)).toEqual(["caddy", "postgres"]);
});

test("O27: compose publishes Caddy alone, and the database is on an internal network only", () => {
  expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(["caddy"]);
  expect(compose.services["postgres"]?.networks).toEqual(["back"]);
  expect(compose.networks["back"]).toMatchObject({ internal: true });
  const trusted = compose.services["app"]?.environment?.["TRUST_PROXY"];
  expect(trusted).toBe(compose.networks["front"]?.ipam?.config[0]?.subnet);
});

test("O1, O27: in compose, DATA_DIR is a volume and TMPDIR is not set, so that a drill takes no memory", () => {
  expect(read("Dockerfile")).toMatch(/^ENV .*\bDATA_DIR=\/data\b/m);
  for (const name of ["app", "worker"]) {
    const { volumes = [], environment = {} } = compose.services[name] ?? {};
    expect(volumes, name).toEqual(["media:/data"]);
    expect(Object.keys(environment), name).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(TMPDIR|DATA_DIR)$/)]),
    );
  }
});

test("O7: compose and the units' settings back the database up by themselves, which nothing else does there", () => {
  for (const name of ["app", "worker"])
    expect(compose.services[name]?.environment?.["BACKUP_EVERY"], name).toMatch(/^\$\{BACKUP_EVERY:-1h\}$/);
  expect(read("docs/operating.md")).toMatch(
    /^printf '.*\\nBACKUP_EVERY=1h\\n' > \/etc\/cliffhanger\/settings$/m,
  );
});

test("O27: the programs that docs/operating.md runs in containers and pods exist", () => {
  const programs = [...read("docs/operating.md").matchAll(/\bserver\/src\/\S+\.ts\b/g)].map(([path]) => path);
  expect(programs).toContain("server/src/operators/operator-command.ts");
  for (const path of programs) expect(existsSync(join(root, path)), path).toBe(true);
});

test("O27: compose names only settings, networks, volumes, secrets and services that exist", () => {
  for (const [name, service] of services) {
    const { networks = [], volumes = [], secrets = [], depends_on: needs = {} } = service;
    for (const network of networks) expect(compose.networks, name).toHaveProperty(network);
    for (const volume of volumes.filter((path) => !path.startsWith(".")))
      expect(compose.volumes, name).toHaveProperty(volume.split(":")[0] ?? "");
    for (const secret of secrets) expect(compose.secrets, name).toHaveProperty(secret);
    for (const [other, { condition }] of Object.entries(needs)) {
      expect(compose.services, name).toHaveProperty(other);
      expect(condition).toBe("service_healthy");
    }
  }
  for (const name of ["app", "worker"]) {
    const environment = compose.services[name]?.environment ?? {};
    expect(unknownNames(Object.keys(environment))).toEqual([]);
    expect(environment["DATABASE_URL_FILE"]).toBe("/run/secrets/database_url");
  }
});

test.skipIf(!hasCaddy)(
  "O27: Caddy takes the Caddyfile and proxies to the app (apt-get install caddy)",
  () => {
    const env = {
      ...process.env,
      SITE_HOST: "watch.example.com",
      XDG_DATA_HOME: work,
      XDG_CONFIG_HOME: work,
    };
    const file = ["--config", join(root, "deploy/Caddyfile"), "--adapter", "caddyfile"];
    execFileSync("caddy", ["validate", ...file], { env, stdio: ["ignore", "ignore", "pipe"] });
    const adapted = execFileSync("caddy", ["adapt", ...file], { env, encoding: "utf8" });
    const handlers = [...adapted.matchAll(/"handler":"(\w+)"/g)].map(([, name]) => name);
    expect(new Set(handlers)).toEqual(new Set(["subroute", "reverse_proxy"])); // nothing encodes, nothing else is reachable
    expect(adapted).toContain('"dial":"app:3000"');
    expect(adapted).toContain('"uri":"/readyz"');
    expect(adapted).toContain('"try_duration":5000000000');
  },
);

const units = ["cliffhanger-web@.service", "cliffhanger-worker.service"];
const unitOf = (name: string) => read(`deploy/systemd/${name}`);

test("O27: the units name only settings, and give secrets as credentials", () => {
  for (const name of units) {
    const unit = unitOf(name);
    const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) =>
      line.split(" ").map((pair) => pair.split("=", 1)[0] ?? ""),
    );
    expect(names.length).toBeGreaterThan(2);
    expect(unknownNames(names, ["NODE_ENV"]), name).toEqual([]);
    for (const [, secret] of unit.matchAll(/^#?LoadCredential=(\w+):/gm))
      expect(unit).toMatch(new RegExp(`^#?Environment=${secret}_FILE=%d/${secret}$`, "m"));
  }
});

test.skipIf(!hasSystemd)("O27: systemd takes the units without a remark (apt-get install systemd)", () => {
  const folder = join(work, "units");
  mkdirSync(folder);
  const files = [...units, "cliffhanger-web@.socket", "cliffhanger.target"].map((name) => {
    // A program that exists here, and an instance of each template.
    const unit = unitOf(name)
      .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      .replace(/^WorkingDirectory=.*$/m, "WorkingDirectory=/");
    const path = join(folder, name.replace("@.", "@3000."));
    writeFileSync(path, unit);
    return path;
  });
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" });
  expect(stdout + stderr).toBe("");
  expect(status).toBe(0);
});

test.skipIf(!hasSystemd).each([
  ["cliffhanger-web@.service", 2],
  ["cliffhanger-worker.service", 2.7],
])("O27: the exposure of %s is at most %d (apt-get install systemd)", (name, limit) => {
  const path = join(work, name);
  cpSync(join(root, "deploy/systemd", name), path);
  const report = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", path], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1] ?? Number.NaN);
  expect(exposure).toBeLessThanOrEqual(limit);
});

test("O27: the image runs as 65532 from two stages, and downloads nothing but from npm and Debian", () => {
  const dockerfile = read("Dockerfile");
  expect([...dockerfile.matchAll(/^FROM \$\{(\w+)\}/gm)].map(([, base]) => base)).toEqual(["BUILD", "BASE"]);
  expect(dockerfile.match(/^FROM /gm)).toHaveLength(2);
  const final = dockerfile.slice(dockerfile.lastIndexOf("FROM"));
  for (const line of [
    "USER 65532:65532",
    "VOLUME /data",
    "WORKDIR /srv",
    "STOPSIGNAL SIGTERM",
    'ENTRYPOINT ["/usr/bin/tini", "--", "node", "server/dist/main.js"]',
  ])
    expect(final.split("\n")).toContain(line);
  expect(final).toMatch(/^HEALTHCHECK .*\n.*\/healthz/m);
  expect(dockerfile).not.toMatch(/^ADD|curl|wget|git clone|:latest/m);
  expect(read(".dockerignore").split("\n")).toEqual(
    expect.arrayContaining([".git", ".env", "**/node_modules", "deploy/secrets"]),
  );
});
