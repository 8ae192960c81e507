/**
 * @typedef {object} Command
 * @property {string} [file] the program, from the project's folder; none where preparing is all there is to do
 * @property {string[]} [args] what goes before the caller's own arguments
 * @property {boolean} [endsItself] whether it minds its IPC channel closing, and then ends in good order; the
 *   others are ended at once
 * @property {boolean} [web] whether the web must be built first
 * @property {string} [help] what `--help` says; commands without it say it themselves
 * @property {string} about one line for the list of commands
 */

/**
 * Every command there is, by the name that package.json passes.
 * @type {Record<string, Command>}
 */
export const commands = {
  start: {
    file: "server/src/main.ts",
    endsItself: true,
    web: true,
    help: `npm start                    web server and background work in one process
npm start -- --role web      the web server alone
npm start -- --role worker   background work alone: encoding, mail, renewals

Settings are environment variables: see README.md and .env.example. Ctrl+C stops it.`,
    about: "run Cliffhanger",
  },
  dev: {
    file: "tools/dev.ts",
    endsItself: true,
    web: true,
    help: `npm run dev                run Cliffhanger, restart it on every change to the server, and rebuild the web
npm run dev -- --inspect   the same, with the server open to a debugger on 127.0.0.1:9229`,
    about: "run it, and restart on every change",
  },
  build: {
    web: true,
    help: "npm run build   builds the web unless it is up to date",
    about: "build the web, where it is stale",
  },
  ingest: { file: "server/src/media/ingest-command.ts", about: "make episodes from a folder of videos" },
  bundle: { file: "server/src/media/bundle-command.ts", about: "carry encoded series between installations" },
  section: { file: "server/src/catalogue/section-command.ts", about: "the sections of the home screen" },
  plan: { file: "server/src/billing/sales/plan-command.ts", about: "the plans on sale, and every price" },
  refund: { file: "server/src/refund-command.ts", about: "give an order's money back" },
  review: { file: "server/src/billing/review/review-command.ts", about: "what of the money needs a person" },
  grant: {
    file: "server/src/billing/sales/grant-command.ts",
    about: "give somebody days or a series for nothing",
  },
  config: {
    file: "server/src/site/config-command.ts",
    about: "the public configuration entries, such as pixels",
  },
  site: { file: "server/src/site/site-command.ts", about: "the site's name, logo, colours and seller" },
  tickets: { file: "server/src/site/tickets-command.ts", about: "what visitors wrote to the operator" },
  demo: {
    file: "demo/build.ts",
    help: `npm run demo                 rebuild the demo catalogue (needs ffmpeg and Chromium, takes long)
npm run demo -- --rendered   rebuild it from the videos that are there
npm run demo -- --remove     remove the demo series from this installation`,
    about: "make the demo catalogue anew",
  },
  clock: { file: "server/src/clock-command.ts", about: "move the demo's clock, to see renewals" },
  doctor: {
    file: "server/src/doctor-command.ts",
    help: `npm run doctor   check this installation and say what to do about each fault

Exit code 0: nothing is broken. It may run while the site runs.`,
    about: "say what is wrong with this installation",
  },
  psql: {
    file: "server/src/psql-command.ts",
    endsItself: true,
    about: "open the database in psql, read only",
  },
  report: { file: "server/src/report-command.ts", about: "where viewers came from, and what came of it" },
  qoe: {
    file: "server/src/attribution/reports/qoe/qoe-command.ts",
    about: "how well playing goes for viewers",
  },
  test: {
    file: "tools/test.ts",
    help: `npm test                run all checks, unit tests and browser journeys`,
    about: "all checks, tests and journeys",
  },
  "test:unit": {
    file: "tools/test.ts",
    args: ["--only", "unit"],
    help: `npm run test:unit -- [FILE ...]   run the unit and API tests, or those of some files`,
    about: "the tests alone",
  },
  "test:e2e": {
    file: "tools/test.ts",
    args: ["--only", "e2e"],
    help: `npm run test:e2e -- [FILE ...]   run the browser journeys, or those of some files`,
    about: "the journeys alone",
  },
  "test:quick": {
    file: "tools/test-quick.ts",
    help: `npm run test:quick                     lint, types, the unit tests that this branch's change affects, and
                                       twelve browser journeys
npm run test:quick -- --since COMMIT   the same for the change since a commit`,
    about: "check a change in two minutes: lint, types, affected tests, twelve journeys",
  },
  "test:soak": {
    file: "tools/test-soak.ts",
    help: `npm run test:soak -- [video | year]   play a long video and a long series, or live through a year of payments; takes an hour`,
    about: "a long video and a long series, or a year of payments; takes an hour",
  },
  "test:long": {
    file: "tools/test-long.ts",
    help: `npm run test:long   run the tests that take minutes`,
    about: "the tests that take minutes",
  },
  check: {
    file: "tools/check.ts",
    help: `npm run check                  check format, lint, types, dead code and house rules
npm run check -- --only types  only the checks whose names begin like this; may be given several times
npm run check -- --all         check demo/ too, although nothing changed under it`,
    about: "format, lint, types, dead code, house rules",
  },
  format: {
    file: "tools/format.ts",
    help: `npm run format -- [FILE ...]   format all files, or some`,
    about: "format every file",
  },
  requirements: {
    file: "tools/requirements.ts",
    help: `npm run requirements                list each requirement with the tests that name it
npm run requirements -- --missing   list only those without a test`,
    about: "which tests prove which requirement",
  },
  bench: {
    file: "bench/run.ts",
    web: true,
    help: `npm run bench                 run every measurement and write bench/RESULTS.md
npm run bench -- NAME [...]   run some: api, lists, search, library, login, beacons, segments, memory, ingest,
                              lighthouse, taps, player`,
    about: "measure against the limits",
  },
};

/**
 * What to say instead of running a command; undefined where it is to run, or speaks for itself.
 * @param {Command} command
 * @param {readonly string[]} args
 * @returns {string | undefined}
 */
export function helpOf({ help }, args) {
  return args.includes("--help") || args.includes("-h") ? help : undefined;
}

/**
 * What to say to a name that is none of them.
 * @param {string} name
 * @returns {string}
 */
export function usage(name) {
  const width = Math.max(...Object.keys(commands).map((key) => key.length));
  const lines = Object.entries(commands).map(([key, { about }]) => `  ${key.padEnd(width)}  ${about}`);
  const fault = name === "" ? "No command was given." : `There is no command "${name}".`;
  return `${fault} The commands, each called with "npm run":\n${lines.join("\n")}`;
}
