/**
 * @typedef {object} Command
 * @property {string} [file] the program, relative to the project's folder; absent if the bootstrap itself does all
 * @property {string[]} [args] arguments before the caller's
 * @property {boolean} [endsItself] whether it stops when its IPC channel closes; the others are
 *   killed at once
 * @property {keyof typeof import("./lean-process.mjs").leanOptions} [lean] the kind of process, if it must keep little memory
 * @property {boolean} [built] whether it needs the server, the web and the console built
 * @property {string} [usage] the module of its `USAGE`, which `--help` prints without loading the command
 * @property {string} [help] the output of `--help` of a command without such a module
 * @property {string} about one line for the list of commands
 */

/**
 * All commands by the name that package.json passes.
 * @type {Record<string, Command>}
 */
export const commands = {
  start: {
    file: "server/dist/main.js",
    endsItself: true,
    lean: "serving",
    built: true,
    help: `npm start                    run the web server and background work
npm start -- --role web      run only the web server
npm start -- --role worker   run only background work: encoding, mail, renewals
             --queues media.transcode --concurrency 2   a worker that only encodes, two videos at a time

Settings are environment variables: see README.md and .env.example. Ctrl+C stops it.`,
    about: "run Cliffhanger",
  },
  dev: {
    file: "tools/dev.ts",
    endsItself: true,
    built: true,
    help: `npm run dev                run Cliffhanger and restart it on every change
npm run dev -- --inspect   also accept a debugger on 127.0.0.1:9229`,
    about: "run Cliffhanger and restart it on every change",
  },
  build: {
    built: true,
    help: "npm run build   build the server, the web and the console, where stale",
    about: "build the server, the web and the console, where stale",
  },
  ingest: {
    file: "server/src/media/ingest-command.ts",
    usage: "server/src/media/ingest-usage.ts",
    about: "make episodes from folders of videos",
  },
  bundle: {
    file: "server/src/media/bundle-command.ts",
    usage: "server/src/media/bundle-usage.ts",
    about: "export and import encoded series",
  },
  section: {
    file: "server/src/catalogue/section-command.ts",
    usage: "server/src/catalogue/section-usage.ts",
    about: "edit the sections of the home screen",
  },
  releases: {
    file: "server/src/releases/releases-command.ts",
    usage: "server/src/releases/releases-usage.ts",
    about: "plan when episodes become visible",
  },
  plan: {
    file: "server/src/billing/sales/plan-command.ts",
    usage: "server/src/billing/sales/plan-usage.ts",
    about: "edit plans and prices",
  },
  refund: {
    file: "server/src/refund-command.ts",
    usage: "server/src/refund-usage.ts",
    about: "refund an order",
  },
  review: {
    file: "server/src/billing/review/review-command.ts",
    usage: "server/src/billing/review/review-usage.ts",
    about: "list payments that need manual review",
  },
  disputes: {
    file: "server/src/disputes-command.ts",
    usage: "server/src/disputes-usage.ts",
    about: "list disputes, and send evidence for them",
  },
  finance: {
    file: "server/src/finance-command.ts",
    usage: "server/src/finance-usage.ts",
    lean: "small",
    about: "compare the ledger with the gateways' books",
  },
  archive: {
    file: "server/src/archive-command.ts",
    usage: "server/src/archive-usage.ts",
    lean: "small",
    about: "export old payment records, and drop them",
  },
  grant: {
    file: "server/src/billing/sales/grant-command.ts",
    usage: "server/src/billing/sales/grant-usage.ts",
    about: "grant a user free days or a series",
  },
  "grant-keys": {
    file: "server/src/grant-keys-command.ts",
    usage: "server/src/grant-keys-usage.ts",
    about: "make and list the keys that sign media addresses",
  },
  media: {
    file: "server/src/media-command.ts",
    usage: "server/src/media-usage.ts",
    about: "copy the media between the folder and the bucket",
  },
  "media-purge": {
    file: "server/src/media-purge-command.ts",
    usage: "server/src/media-purge-usage.ts",
    about: "remove a series from the edge",
  },
  operator: {
    file: "server/src/operators/operator-command.ts",
    usage: "server/src/operators/operator-usage.ts",
    about: "invite who runs the console, and print what they changed",
  },
  config: {
    file: "server/src/site/config-command.ts",
    usage: "server/src/site/config-usage.ts",
    about: "edit the public configuration, such as pixels",
  },
  site: {
    file: "server/src/site/site-command.ts",
    usage: "server/src/site/site-usage.ts",
    about: "edit the site's name, logo, colours and seller",
  },
  tickets: {
    file: "server/src/site/tickets-command.ts",
    usage: "server/src/site/tickets-usage.ts",
    about: "list and close tickets from visitors",
  },
  demo: {
    file: "demo/build.ts",
    help: `npm run demo                 rebuild the demo catalogue
npm run demo -- --rendered   rebuild it from the existing videos
npm run demo -- --remove     remove the demo series from this installation

Rebuilding needs ffmpeg and Chromium and takes long.`,
    about: "rebuild the demo catalogue",
  },
  clock: { file: "server/src/clock-command.ts", about: "move the demo's clock" },
  doctor: {
    file: "server/src/doctor-command.ts",
    usage: "server/src/doctor-usage.ts",
    about: "check this installation and suggest fixes",
  },
  "smoke:gateways": {
    file: "server/src/smoke-gateways-command.ts",
    usage: "server/src/smoke-gateways-usage.ts",
    about: "try the payment gateways with test keys",
  },
  upgrade: {
    file: "server/src/upgrade-command.ts",
    usage: "server/src/upgrade-usage.ts",
    about: "show what the start of this release would change",
  },
  backup: {
    file: "server/src/backup-command.ts",
    usage: "server/src/backup-usage.ts",
    lean: "copying",
    about: "write a backup, and verify backups",
  },
  restore: {
    file: "server/src/restore-command.ts",
    usage: "server/src/restore-usage.ts",
    lean: "copying",
    about: "restore a backup into an empty database",
  },
  "move-database": {
    file: "server/src/move-database-command.ts",
    usage: "server/src/move-database-usage.ts",
    lean: "copying",
    about: "move the embedded database to a PostgreSQL server",
  },
  psql: {
    file: "server/src/psql-command.ts",
    usage: "server/src/psql-usage.ts",
    endsItself: true,
    about: "open the database in psql, read only",
  },
  report: {
    file: "server/src/report-command.ts",
    usage: "server/src/report-usage.ts",
    about: "report where viewers came from and what they bought",
  },
  qoe: {
    file: "server/src/attribution/reports/qoe/qoe-command.ts",
    usage: "server/src/attribution/reports/qoe/qoe-usage.ts",
    about: "report playback quality",
  },
  test: {
    file: "tools/test.ts",
    help: `npm test                   run all checks, unit tests and browser tests
npm test -- --no-skips     also fail on a missing program`,
    about: "run all checks and tests",
  },
  "test:unit": {
    file: "tools/test.ts",
    args: ["--only", "unit"],
    help: `npm run test:unit -- [FILE ...]   run all unit and API tests, or some`,
    about: "run the unit and API tests",
  },
  "test:e2e": {
    file: "tools/test.ts",
    args: ["--only", "e2e"],
    help: `npm run test:e2e -- [FILE ...]   run all browser tests, or some`,
    about: "run the browser tests",
  },
  "test:quick": {
    file: "tools/test-quick.ts",
    help: `npm run test:quick                     check what this branch changed
npm run test:quick -- --since COMMIT   check what changed since a commit

It runs lint, the types, the unit tests nearest to the change and twelve browser tests.`,
    about: "check a change in about two minutes",
  },
  "test:soak": {
    file: "tools/test-soak.ts",
    help: `npm run test:soak -- [TEST]   run the longest tests, or one of them

The tests are video, year, alerts, moves, pooler, edge and console.
video plays a long video and a long series; year simulates a year of payments; each takes about an hour. alerts breaks a site so
that Prometheus fires every alert; moves backs a gigabyte up and restores it; pooler works through PgBouncer for ten minutes in each
of its modes; edge watches through nginx while nodes die. --no-skips fails on a missing program.`,
    about: "run one of the tests that take from minutes to an hour",
  },
  "test:long": {
    file: "tools/test-long.ts",
    help: `npm run test:long                  run the tests that take minutes
npm run test:long -- --no-skips    also fail on a missing program or engine`,
    about: "run the tests that take minutes",
  },
  "test:image": {
    file: "tools/test-image.ts",
    help: `npm run test:image   build the container image and start it

It needs Linux, root and buildah, and skips without them. BUILD and BASE name other base images.
--built tests the image of the last run again.`,
    about: "build the container image and start it",
  },
  release: {
    file: "tools/release.ts",
    help: `npm run release                        write tarball, SBOM and checksums
npm run release -- --to FOLDER         write them into this folder, not dist/release
npm run release -- --tree FOLDER       write only the tree; --binaries adds the programs of this platform
npm run release -- --prepare VERSION   raise the version and close Unreleased in CHANGELOG.md`,
    about: "make the files of a release",
  },
  check: {
    file: "tools/check.ts",
    help: `npm run check                  check format, lint, types and project rules
npm run check -- --only types  run only the checks whose names begin with this; may be repeated
npm run check -- --all         also check an unchanged demo/`,
    about: "check format, lint, types, dead code and project rules",
  },
  format: {
    file: "tools/format.ts",
    help: `npm run format -- [FILE ...]   format all files, or some`,
    about: "format all files",
  },
  requirements: {
    file: "tools/requirements.ts",
    help: `npm run requirements                list requirements with their tests
npm run requirements -- --missing   list only those without a test`,
    about: "list each requirement with its tests",
  },
  stack: {
    file: "tools/stack.ts",
    endsItself: true,
    built: true,
    help: `npm run stack                run an installation of many machines on this one
npm run stack -- --port N    the first of 60 ports (3800)

Needs the packages of docs/scaling.md. Prints the address and how to break each part. Ctrl+C stops all of it.`,
    about: "run an installation of many machines on this one",
  },
  bench: {
    file: "bench/run.ts",
    built: true,
    help: `npm run bench                 run every measurement and write bench/RESULTS.md
npm run bench -- NAME [...]   run some: api, lists, search, library, login, beacons, segments, memory, ingest,
                              lighthouse, taps, player`,
    about: "run the measurements",
  },
};

/**
 * Returns what to print instead of running a command; undefined if it runs or prints its own help.
 * @param {Command} command
 * @param {readonly string[]} args
 * @returns {string | undefined}
 */
export function helpOf({ help }, args) {
  return asksForHelp(args) ? help : undefined;
}

/**
 * Returns whether a command is only asked what it does.
 * @param {readonly string[]} args
 */
export function asksForHelp(args) {
  return args.includes("--help") || args.includes("-h");
}

/**
 * Returns the error for an unknown name, with the list of commands.
 * @param {string} name
 * @returns {string}
 */
export function usage(name) {
  const width = Math.max(...Object.keys(commands).map((key) => key.length));
  const lines = Object.entries(commands).map(([key, { about }]) => `  ${key.padEnd(width)}  ${about}`);
  const fault = name === "" ? "No command was given." : `There is no command "${name}".`;
  return `${fault} The commands, each called with "npm run":\n${lines.join("\n")}`;
}
