/** The output of `npm run report -- --help`. */
export const USAGE = `npm run report                           report on the last 30 days, by campaign
npm run report -- --from 2026-11-01 --to 2026-11-30
npm run report -- --by click             group by click, campaign, token (shared links), language or series
npm run report -- --touch first          use the first touch; the default is the last
npm run report -- --series SERIES        add the retention of a series, by its id
npm run report -- --csv FILE             write a file for a spreadsheet
npm run report -- --html FILE            write a page with charts
npm run report -- --primary              read the primary, although READ_DATABASE_URL names a replica

Days are whole days in UTC, 366 at most. The rows add up to the ledger, to the cent.`;
