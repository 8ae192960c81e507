/** A file of the project: its path from the project's folder, and its text. */
export type SourceFile = { path: string; text: string };

/** What a rule found. Faults fail the check, remarks are only shown. */
export type Findings = { faults: string[]; remarks: string[] };

const source = /\.(ts|tsx|mjs|css)$/;
const longLines = 250;
const tooManyLines = 400;

type Ban = { pattern: RegExp; reason: string };

const machinePaths: readonly Ban[] = [
  {
    pattern: /(?<![\w.~$}>-])\/(?:home|Users)\/[\w-]/,
    reason:
      "names a folder of one person's machine; take it from the environment or from this file's own place",
  },
  {
    pattern: /(?<![\w.~$}>-])\/(?:root|work)\/[\w.-]/,
    reason: "names a folder of one machine; take it from the environment or from this file's own place",
  },
  {
    pattern: /registry\.(?:npmjs|yarnpkg)/,
    reason: "names a package registry; which one is used is the machine's business",
  },
];

// Tailwind's `group-has-*` and `in-has-*` end in `*`, and so may a `:has()` of our own.
const wideHas: readonly Ban[] = [
  {
    pattern: /\b(?:group-has|in-has)-|:has\([^{}"'`]*\)\s*[\s>]\s*\*/,
    reason: "a :has() that reaches everything beneath; take peer-* or name a class",
  },
];

/** Files stay short enough to be read in one go. */
export function checkFileSizes(files: readonly SourceFile[]): Findings {
  const faults: string[] = [];
  const remarks: string[] = [];
  for (const { path, text } of files) {
    if (!source.test(path)) continue;
    const lines = text.split("\n").length - 1;
    if (lines > tooManyLines)
      faults.push(`${path}: ${lines} lines, at most ${tooManyLines}; split it by what it knows`);
    else if (lines > longLines) remarks.push(`${path}: ${lines} lines, more than ${longLines}`);
  }
  return { faults, remarks };
}

/** What is committed runs anywhere, so no text names a place on one machine. */
export function checkMachinePaths(files: readonly SourceFile[]): Findings {
  return checkLines(files, machinePaths);
}

/**
 * No `:has()` reaches everything beneath: beside the one that hides the tabs while somebody types, a browser would weigh
 * every element of the page anew whenever something gets the focus, which is at every tap.
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

/**
 * No helper of the server's tests has a variable of its module: files of tests share a process, so its value would go from one
 * to the next. A test file itself is loaded once, and the programs of durability/ run alone.
 */
export function checkTestState(files: readonly SourceFile[]): Findings {
  const helpers = files.filter(
    ({ path }) => /^server\/test\/(?!durability\/).*\.ts$/.test(path) && !path.endsWith(".test.ts"),
  );
  return checkLines(helpers, [
    {
      pattern: /^(?:export )?let\s/,
      reason: "a variable that test files would share; keep it in a function",
    },
  ]);
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

/** The lock file works with any registry: it holds no address, and a checksum for everything that is fetched. */
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
