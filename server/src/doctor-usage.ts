/** The output of `npm run doctor -- --help`. */
export const USAGE = `npm run doctor                 check this installation and suggest fixes
npm run doctor -- --offline    check without calling the gateways
npm run doctor -- --fix        also set what the database role should have, and create or correct the webhooks
npm run doctor -- --media      also read every media file and compare its hash
npm run doctor -- --json       print what was found as JSON

Without --fix it changes nothing. It exits with 1 when something must be fixed. It may run while the site runs.`;
