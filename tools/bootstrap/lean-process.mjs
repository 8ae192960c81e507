// How processes are started that must keep little memory: web and worker, and the commands that run beside them
// (docs/decisions/0042-viewers-first.md, docs/decisions/0114-the-built-server.md).

const copying = ["--max-semi-space-size=2"];

/** Node's options, by the kind of process. */
export const leanOptions = {
  /**
   * Web and worker: a young generation in which most objects of a request die, and an old one that is collected when it is two and a
   * half times as large as after the last time.
   */
  serving: ["--max-semi-space-size=8", "--heap-growing-percent=150"],
  /** Commands that copy a database. */
  copying,
  /** Commands whose memory matters more than their speed: garbage is collected before the heap grows, at half the speed. */
  small: [...copying, "--optimize-for-size"],
};

/** glibc gives each thread an arena of its own by default, and returns little of it. */
export const leanEnvironment = { MALLOC_ARENA_MAX: "1" };
