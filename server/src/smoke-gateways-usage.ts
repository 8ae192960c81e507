/** The output of `npm run smoke:gateways -- --help`. */
export const USAGE = `npm run smoke:gateways                            check gateways with test keys
npm run smoke:gateways -- --browser               also open the card form in Chromium (CHROMIUM_PATH)
npm run smoke:gateways -- --skip-paypal-approval  leave out what a person must approve

It sells, refunds, renews and disputes in the test accounts that the settings name; keys that move money are refused. The site
must run, so that webhooks arrive. Each step is printed with ✓ or ✗ and the gateway's id of its request; the exit code is 1 after
a ✗. The answers are recorded in DATA_DIR/smoke, with hashes in place of ids, and with neither names nor addresses.`;
