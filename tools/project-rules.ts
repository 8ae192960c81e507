/** A file of the project: its path relative to the project's folder, and its text. */
export type SourceFile = { path: string; text: string };

/** The result of a rule. Faults fail the check; remarks are only shown. */
export type Findings = { faults: string[]; remarks: string[] };

const source = /\.(ts|tsx|mjs|css)$/;
const longLines = 250;
const tooManyLines = 400;

type Ban = { pattern: RegExp; reason: string };

const machinePaths: readonly Ban[] = [
  {
    pattern: /(?<![\w.~$}>-])\/(?:home|Users)\/[\w-]/,
    reason:
      "names a folder of one user's machine; read it from the environment or derive it from this file's path",
  },
  {
    pattern: /(?<![\w.~$}>-])\/(?:root|work)\/[\w.-]/,
    reason: "names a folder of one machine; read it from the environment or derive it from this file's path",
  },
  {
    pattern: /registry\.(?:npmjs|yarnpkg)/,
    reason: "names a package registry; each machine configures its own",
  },
];

// Tailwind's `group-has-*` and `in-has-*` end in `*`, and so may a hand-written `:has()`.
const wideHas: readonly Ban[] = [
  {
    pattern: /\b(?:group-has|in-has)-|:has\([^{}"'`]*\)\s*[\s>]\s*\*/,
    reason: "a :has() that matches all descendants; use peer-* or name a class",
  },
];

/** Checks that no source file is too long. */
export function checkFileSizes(files: readonly SourceFile[]): Findings {
  const faults: string[] = [];
  const remarks: string[] = [];
  for (const { path, text } of files) {
    if (!source.test(path)) continue;
    const lines = text.split("\n").length - 1;
    if (lines > tooManyLines)
      faults.push(`${path}: ${lines} lines, at most ${tooManyLines}; split it by responsibility`);
    else if (lines > longLines) remarks.push(`${path}: ${lines} lines, more than ${longLines}`);
  }
  return { faults, remarks };
}

/** Checks that no text names a path or registry of one machine. */
export function checkMachinePaths(files: readonly SourceFile[]): Findings {
  return checkLines(files, machinePaths);
}

/**
 * Checks that no `:has()` matches all descendants. With one, and the `:has()` that hides the tabs during typing, a browser would
 * recalculate the styles of the whole page at every change of focus, that is, at every tap.
 */
export function checkWideHas(files: readonly SourceFile[]): Findings {
  return checkLines(
    files.filter(({ path }) => /^web\/src\/.*\.(?:tsx|css)$/.test(path)),
    wideHas,
  );
}

/** Finds imports of a computed path in the web outside its loader: the build sees no chunk there, and nothing retries. */
export function checkComputedImports(files: readonly SourceFile[]): Findings {
  const outside = files.filter(
    ({ path }) => /^web\/src\/.*\.tsx?$/.test(path) && !path.startsWith("web/src/loader/"),
  );
  return checkLines(outside, [
    {
      pattern: /\bimport\((?!["'`)])/,
      reason: "an import of a computed path, which only web/src/loader may do; use loadPart or lazyOnOpen",
    },
  ]);
}

/** The files that use a session of the database, by its direct address. */
const sessionFiles = /^server\/src\/(?:platform\/db\/(?:listen|migrate)|backup\/.+)\.ts$/;

/**
 * Checks that no other code relies on a session of the database: behind a pooler, each transaction may run on another connection
 * (O30).
 */
export function checkSessionState(files: readonly SourceFile[]): Findings {
  const bound = files.filter(
    ({ path }) =>
      /^server\/(?:src|migrations)\/.*\.ts$/.test(path) &&
      !path.endsWith(".test.ts") &&
      !sessionFiles.test(path),
  );
  return checkLines(bound, [
    {
      pattern:
        /\bpg_(?:try_)?advisory_(?:un)?lock\b|["'`](?:un)?listen |\bcreate temp(?:orary)? table\b|\bwith hold\b|["'`]set (?!local\b)[a-z_]+ =/i,
      reason:
        "state of a database session, which a pooler loses; use a lease, a transaction or the direct address",
    },
  ]);
}

/** The file store, and the callers that are quicker or cheaper with a path. Each of them works without one, too. */
const pathFiles = /^server\/src\/(?:platform\/(?:storage|store\/.+)|playback\/files|media\/jobs)\.ts$/;

/** Checks that no other code asks the media store for paths, which a bucket does not have (O30). */
export function checkMediaPaths(files: readonly SourceFile[]): Findings {
  const bound = files.filter(
    ({ path }) => /^server\/src\/.*\.ts$/.test(path) && !path.endsWith(".test.ts") && !pathFiles.test(path),
  );
  return checkLines(bound, [
    {
      pattern: /\.pathOf\(|\blocalPath\(/,
      reason: "asks for a path, which a bucket does not have; use open, read or copyOut of the media store",
    },
  ]);
}

/**
 * Checks that no helper of the server's tests has a module variable. Test files share a process, so its value would leak from one
 * file to the next. Test files are loaded once, and the programs of durability/ run alone.
 */
export function checkTestState(files: readonly SourceFile[]): Findings {
  const helpers = files.filter(
    ({ path }) => /^server\/test\/(?!durability\/).*\.ts$/.test(path) && !path.endsWith(".test.ts"),
  );
  return checkLines(helpers, [
    {
      pattern: /^(?:export )?let\s/,
      reason: "a variable that test files would share; move it into a function",
    },
  ]);
}

/**
 * Checks that no two domains of the server export one name with different meanings. Re-exporting a name of another domain is
 * allowed.
 */
export function checkDomainExports(files: readonly SourceFile[]): Findings {
  const domainsOf = new Map<string, string[]>();
  for (const { path, text } of files) {
    const domain = /^server\/src\/([^/]+)\/index\.ts$/.exec(path)?.[1];
    if (domain === undefined) continue;
    for (const [, list = ""] of text.matchAll(/export (?:type )?\{([^}]*)\} from "\.[^"]*"/g))
      for (const entry of list.split(",").filter((part) => part.trim() !== "")) {
        const name = entry.trim().replace(/^(?:type |.* as )/, "");
        domainsOf.set(name, [...(domainsOf.get(name) ?? []), domain]);
      }
  }
  const faults = [...domainsOf]
    .filter(([, domains]) => domains.length > 1)
    .map(
      ([name, domains]) => `server/src: ${domains.join(" and ")} both export ${name}; give each its own name`,
    );
  return { faults, remarks: [] };
}

/**
 * Checks that TEST_PATIENCE multiplies every time limit that a test states, so that a busy machine does not fail it. A limit of
 * less than ten seconds is part of what its test proves.
 */
export function checkTimeLimits(files: readonly SourceFile[]): Findings {
  return checkLines(
    files.filter(({ path }) => /^(?!tools\/project-rules).*\.test\.tsx?$|^e2e\/.*\.ts$/.test(path)),
    [
      {
        pattern:
          /\b(?:timeout|testTimeout|hookTimeout): \d[\d_]{4,}|^\s*\}, \d[\d_]{4,}\);$|\btest\.setTimeout\(\d/i,
        reason:
          "a time limit that TEST_PATIENCE does not reach; write timeLimit(seconds) of tools/time-limit.ts",
      },
    ],
  );
}

function checkLines(files: readonly SourceFile[], bans: readonly Ban[]): Findings {
  const faults = files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        bans
          .filter(({ pattern }) => pattern.test(line))
          .map(({ reason }) => `${path}:${index + 1}: ${reason}`),
      ),
  );
  return { faults, remarks: [] };
}

type LockedPackage = { resolved?: string; integrity?: string; link?: boolean; inBundle?: boolean };

/** Checks that the lock file works with any registry: no addresses, and a checksum for every download. */
export function checkLockFile(text: string): Findings {
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  const faults = Object.entries(packages).flatMap(([name, { resolved, integrity, link, inBundle }]) => {
    if (resolved?.includes("://"))
      return [`${name}: holds the address ${resolved}; .npmrc asks npm to leave it out`];
    const fetched = name.includes("node_modules/") && !link && !inBundle;
    return fetched && !integrity ? [`${name}: has no checksum; install it again`] : [];
  });
  return { faults, remarks: [] };
}
