/**
 * @typedef {object} Command
 * @property {string} [file] the program, from the project's folder; none where preparing is all there is to do
 * @property {string[]} [args] what goes before the caller's own arguments
 * @property {boolean} [endsItself] whether it minds its IPC channel closing, and then ends in good order; the
 *   others are ended at once
 * @property {boolean} [web] whether the web must be built first
 * @property {string} about one line for the list of commands
 */

/**
 * Every command there is, by the name that package.json passes.
 * @type {Record<string, Command>}
 */
export const commands = {
  start: { file: "server/src/main.ts", endsItself: true, web: true, about: "run Cliffhanger" },
  dev: { file: "tools/dev.ts", endsItself: true, web: true, about: "run it, and restart on every change" },
  build: { web: true, about: "build the web, where it is stale" },
  ingest: { file: "server/src/media/ingest-command.ts", about: "make episodes from a folder of videos" },
  bundle: { file: "server/src/media/bundle-command.ts", about: "carry encoded series between installations" },
  section: { file: "server/src/catalogue/section-command.ts", about: "the sections of the home screen" },
  plan: { file: "server/src/billing/plans/plan-command.ts", about: "the plans on sale, and every price" },
  refund: { file: "server/src/refund-command.ts", about: "give an order's money back" },
  review: { file: "server/src/billing/review/review-command.ts", about: "what of the money needs a person" },
  grant: {
    file: "server/src/billing/grants/grant-command.ts",
    about: "give somebody days or a series for nothing",
  },
  config: {
    file: "server/src/site/config-command.ts",
    about: "the public configuration entries, such as pixels",
  },
  site: { file: "server/src/site/site-command.ts", about: "the site's name, logo, colours and seller" },
  tickets: { file: "server/src/site/tickets-command.ts", about: "what visitors wrote to the operator" },
  demo: { file: "demo/build.ts", about: "make the demo catalogue anew" },
  clock: { file: "server/src/clock-command.ts", about: "move the demo's clock, to see renewals" },
  doctor: { file: "server/src/doctor-command.ts", about: "say what is wrong with this installation" },
  report: { file: "server/src/report-command.ts", about: "where viewers came from, and what came of it" },
  qoe: {
    file: "server/src/attribution/reports/qoe/qoe-command.ts",
    about: "how well playing goes for viewers",
  },
  test: { file: "tools/test.ts", about: "all checks, tests and journeys" },
  "test:unit": { file: "tools/test.ts", args: ["--only", "unit"], about: "the tests alone" },
  "test:e2e": { file: "tools/test.ts", args: ["--only", "e2e"], about: "the journeys alone" },
  "test:soak": {
    file: "tools/test-soak.ts",
    web: true,
    about: "ingest and play a long video and a long series; takes an hour",
  },
  "test:long": { file: "tools/test-long.ts", about: "the tests that take minutes" },
  check: { file: "tools/check.ts", about: "format, lint, types, dead code, house rules" },
  format: { file: "tools/format.ts", about: "format every file" },
  requirements: { file: "tools/requirements.ts", about: "which tests prove which requirement" },
  bench: { file: "bench/run.ts", web: true, about: "measure against the limits" },
};

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
