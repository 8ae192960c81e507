/** The output of `npm run review -- --help`. */
export const USAGE = `npm run review                      list open reviews, urgent disputes first
npm run review -- --done ID --note "TEXT"    close a review and record what you did
npm run review -- --closed                   list closed reviews, newest first

Lists payments that do not match their order, disputes, warnings by banks, failed refunds, late payments, failed webhook events,
payments that a gateway refuses because of our account, differences between the ledger and the gateways' balances, and restores
that cannot catch up. Each entry says what you can do, and what closing it does. This
command moves no money.`;
