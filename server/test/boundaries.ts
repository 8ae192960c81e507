import { posix } from "node:path";
import { importsOf, type SourceFile } from "./boundaries-imports.ts";
import { roomImportFault, roomPlaceFault } from "./rooms.ts";

/**
 * The domains of the server, and the other domains that each may import. A listener imports the domain that emits the
 * event, never the other way round, so the table has no cycles.
 */
export const domains: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  site: [],
  operators: [],
  backup: [],
  catalogue: [],
  media: ["catalogue", "billing"],
  billing: ["accounts", "catalogue"],
  library: ["accounts", "catalogue"],
  entitlements: ["catalogue", "billing"],
  playback: ["catalogue", "media", "entitlements", "library"],
  attribution: ["accounts", "site", "billing", "playback"],
  releases: ["catalogue"],
  console: [
    "accounts",
    "operators",
    "site",
    "catalogue",
    "media",
    "releases",
    "billing",
    "library",
    "attribution",
  ],
  storefront: [
    "accounts",
    "site",
    "catalogue",
    "releases",
    "media",
    "billing",
    "library",
    "entitlements",
    "playback",
    "attribution",
  ],
};

type Layers = Readonly<Record<string, readonly string[]>>;

/** The layers of the viewers' app, and the other layers that each may import. */
const webLayers: Layers = {
  lib: ["messages"],
  loader: ["lib", "styles"],
  ui: ["loader", "lib"],
  features: ["ui", "loader", "lib"],
  flows: ["features", "ui", "loader", "lib"],
  screens: ["flows", "features", "ui", "loader", "lib"],
  app: ["screens", "flows", "features", "ui", "loader", "lib", "messages", "service-worker"],
  "service-worker": ["lib"],
  styles: [],
  messages: [],
};

/** The layers of the operators' console. It shares nothing with the viewers' app but steps of the build. */
const consoleLayers: Layers = {
  lib: ["messages"],
  ui: ["lib"],
  features: ["ui", "lib"],
  screens: ["features", "ui", "lib"],
  app: ["screens", "features", "ui", "lib", "styles"],
  styles: [],
  messages: [],
};
const sharedBuild = /^web\/build\/(compile-messages|precompress)\.ts$/;

// Files directly in server/src that are not commands: they may import every domain, but main.ts imports only app.ts.
const rootFiles = [
  "app.ts",
  "before-migrations.ts",
  "caches.ts",
  "main.ts",
  "measures.ts",
  "open-shop.ts",
  "doctor.ts",
  "doctor-backups.ts",
  "findings.ts",
  "due-tasks.ts",
  "console-calls.ts",
  "demo.ts",
  "demo-clock.ts",
  "demo-purchases.ts",
  "gateways.ts",
  "health.ts",
  "lazy-modules.ts",
  "sandbox-fork.ts",
  "sandbox-gateways.ts",
  "sandbox-pixels.ts",
  "sandbox-process.ts",
  "worker-queues.ts",
];

const queryBuilder = /^(kysely|pg|pg-boss)(\/|$)/;
const mayQuery = /\/(repository|tables)\.ts$|^server\/migrations\/|^server\/src\/platform\/(db|jobs)[./]/;
const httpFramework = /^(fastify|@fastify\/.*)$/;
const mayServe =
  /\/(routes|console-routes)\.ts$|^server\/src\/platform\/http[./]|^server\/src\/(app|main)\.ts$/;
const ours = /^(#|@cliffhanger\/)/;
// The browser names the file that it needs, so that pages do not load unused schemas.
const contract = /^@cliffhanger\/contract(\/[a-z-]+){0,2}$/;

/** Returns one sentence for each import that the project's rules forbid, with its file. */
export function findViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const place = placeFault(file.path);
    const faults = importsOf(file).flatMap((specifier) => importFault(file.path, specifier) ?? []);
    const fragment = fragmentFault(file);
    return [...(place ? [place] : []), ...faults, ...(fragment ? [fragment] : [])].map(
      (fault) => `${file.path} ${fault}`,
    );
  });
}

const fragmentOfDomain = /import\s*\{[^}]*\b\w+Fragment\b[^}]*\}\s*from\s*"#(?!platform\/)/;

/** A fragment is a part of a statement on the tables of its domain. One place composes them, so that it can be reviewed. */
function fragmentFault({ path, text }: SourceFile): string | undefined {
  const composes = /^server\/src\/storefront\/.*repository\.ts$/.test(path);
  if (composes || !path.startsWith("server/src/") || !fragmentOfDomain.test(text)) return undefined;
  return "imports a fragment of another domain; only a repository of storefront composes fragments";
}

function placeFault(path: string): string | undefined {
  const [top, second, folder = ""] = path.split("/");
  if (top !== "server" || second !== "src") return undefined;
  if (path.split("/").length === 3) {
    const known = rootFiles.includes(folder) || /-(command|usage)\.ts$/.test(folder);
    return known
      ? undefined
      : `is directly in src, where only commands, their usages and ${rootFiles.join(", ")} may be`;
  }
  if (folder === "platform" || folder in domains) return roomPlaceFault(path);
  return `is in the folder ${folder}, which the table of domains does not list`;
}

function importFault(path: string, specifier: string): string | undefined {
  const relative = specifier.startsWith(".");
  const target = relative ? posix.normalize(posix.join(posix.dirname(path), specifier)) : specifier;
  const [top = ""] = path.split("/");
  if (relative && isForAllTests(target)) return undefined;
  if (top === "server") return serverFault(path, specifier, relative ? target : undefined);
  if (path === "console/vite.config.ts" && sharedBuild.test(target)) return undefined;
  if (relative && !target.startsWith(`${top}/`)) return `leaves ${top} by importing ${specifier}`;
  if (top === "contract" && !path.endsWith(".test.ts")) {
    return relative || specifier === "zod"
      ? undefined
      : `imports ${specifier}; the contract may import only zod`;
  }
  if (ours.test(specifier) && (!contract.test(specifier) || top === "sandbox")) {
    return `imports ${specifier}; ${top} may import ${top === "sandbox" ? "nothing of ours" : "only the contract"}`;
  }
  if (!relative) return undefined;
  if (top === "web") return layerFault(path, target, webLayers);
  return top === "console" ? layerFault(path, target, consoleLayers) : undefined;
}

/** What every project's tests share: their time limits, the engines that they start, and how the project starts a process. */
function isForAllTests(target: string): boolean {
  return /(^|\/)vitest\.(config|limits)\.ts$|^tools\/((time-limit|engine|test-summary|stack\/start-stack)\.ts|bootstrap\/(builds|lean-process)\.mjs)$/.test(
    target,
  );
}

function layerFault(path: string, target: string, layers: Layers): string | undefined {
  const [, folder, layer = "", part] = path.split("/");
  const [, otherFolder, other = "", otherPart] = target.split("/");
  if (otherFolder === "test" && folder === "src" && !/\.test\.tsx?$/.test(path)) {
    return `imports ${target}, which is only for tests`;
  }
  // Files directly in src are composition roots. A test may import what its folder may, plus what it tests with.
  if (!(layer in layers) || !(other in layers)) return undefined;
  // Tests compare rendered text with the messages.
  if ([layer, other].includes("messages") && /\.test\.tsx?$/.test(path)) return undefined;
  if (layer === "features" && other === "features" && part !== otherPart) {
    return `imports the feature ${otherPart}; features never import features; a screen combines them`;
  }
  if (layer === other || layers[layer]?.includes(other)) return undefined;
  return `imports from ${other}; ${layer} may import ${layers[layer]?.join(", ") || "nothing of ours"}`;
}

function serverFault(path: string, specifier: string, target: string | undefined): string | undefined {
  const test = path.startsWith("server/test/") || path.endsWith(".test.ts");
  if (queryBuilder.test(specifier) && !mayQuery.test(path) && !test) {
    return `imports ${specifier}; only repository.ts, tables.ts, migrations, platform/db and platform/jobs may use the query builder`;
  }
  if (httpFramework.test(specifier) && !mayServe.test(path) && !test) {
    return `imports ${specifier}; only routes, platform/http, app.ts and main.ts may use the HTTP framework`;
  }
  if (specifier.startsWith("@cliffhanger/") && !contract.test(specifier)) {
    return `imports ${specifier}; the server may import only the contract`;
  }
  if (target !== undefined) return relativeFault(path, specifier, target);
  return specifier.startsWith("#") ? aliasFault(path, specifier, test) : undefined;
}

function relativeFault(path: string, specifier: string, target: string): string | undefined {
  const home = homeOf(path);
  if (target.startsWith(`${home}/`)) {
    const [, , folder = "", inner] = target.split("/");
    // `--help` answers at once: a usage names the file of a constant, because an entry point would load its whole domain.
    const intoFolder = home === "server/src" && inner !== undefined && !path.endsWith("-usage.ts");
    return intoFolder
      ? `imports ${specifier}; import a folder from src as #${folder}`
      : roomImportFault(path, target);
  }
  // The composition root and its tests may import everything; every command opens the database itself.
  const outside = home === "server/src" || home === "server/test";
  const begins = outside || path === "server/src/platform/command.ts";
  if (target === "server/migrations/index.ts" && begins) return undefined;
  // The message ids are typed from the English files.
  if (target.startsWith("server/locales/en/") && path === "server/src/platform/messages.ts") return undefined;
  if (outside && /^server\/src\/[^/]+\.ts$/.test(target)) return undefined;
  // Tests run operator commands in their own process.
  if (home === "server/test" && /^server\/src\/.*-command\.ts$/.test(target)) return undefined;
  return `leaves ${home} by importing ${specifier}; import another domain as #name`;
}

/** Returns the folder that `../` never leaves. */
function homeOf(path: string): string {
  const [, second = "", folder = "", inner] = path.split("/");
  return second === "src" && inner !== undefined ? `server/src/${folder}` : `server/${second}`;
}

function aliasFault(path: string, specifier: string, test: boolean): string | undefined {
  const [name = "", ...deeper] = specifier.slice(1).split("/");
  if (name === "platform") return undefined;
  if (name === "test") return test ? undefined : `imports ${specifier}; only tests may`;
  if (!(name in domains)) return `imports ${specifier}, which the table of domains does not list`;
  if (deeper.length > 0) return `imports ${specifier}; import a domain by its entry point, #${name}`;
  const [, second, folder = "", inner] = path.split("/");
  if (second === "test") return undefined;
  if (second === "migrations")
    return `imports ${specifier}; a migration must not depend on code that changes`;
  if (inner === undefined) {
    return folder === "main.ts"
      ? `imports ${specifier}; main.ts imports app.ts, which imports the domains`
      : undefined;
  }
  if (folder === "platform") return `imports ${specifier}; platform may import no domain`;
  if (folder === name || domains[folder]?.includes(name)) return undefined;
  return `imports ${specifier}; ${folder} may import ${domains[folder]?.join(", ") || "no other domain"}`;
}
