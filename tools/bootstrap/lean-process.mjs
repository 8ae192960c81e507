// How processes are started that must keep little memory: web and worker (docs/decisions/0042-viewers-first.md), and the commands
// that copy a database beside them.

/** Node's options. Most objects of a request die young, and a larger young generation keeps what the start touched. */
export const leanOptions = ["--max-semi-space-size=2"];

/** Those of a command whose memory matters more than its speed: garbage is collected before the heap grows, at half the speed. */
export const smallOptions = [...leanOptions, "--optimize-for-size"];

/** glibc gives each thread an arena of its own by default, and returns little of it. */
export const leanEnvironment = { MALLOC_ARENA_MAX: "1" };
