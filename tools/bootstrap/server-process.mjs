// How the web and worker processes are started, so that they keep little memory (docs/decisions/0042-viewers-first.md).

/** Node's options. Most objects of a request die young, and a larger young generation keeps what the start touched. */
export const serverOptions = ["--max-semi-space-size=2"];

/** glibc gives each thread an arena of its own by default, and returns little of it. */
export const serverEnvironment = { MALLOC_ARENA_MAX: "1" };
