/** The output of `npm run finance -- --help`. */
export const USAGE = `npm run finance -- check    check the ledger against the gateways' balances
npm run finance -- check --offline    show the figures of the last reading, without calling the gateways

For each gateway and currency, three figures must be equal: our ledger, our copy of the lines of the gateway's balance, and
the balance itself. The command exits with 1 if they are not. It moves no money. A running server reads the lines once an hour.`;
