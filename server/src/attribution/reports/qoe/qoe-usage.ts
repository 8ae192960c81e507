/** The output of `npm run qoe -- --help`. */
export const USAGE = `npm run qoe                     report playback quality of the last seven days
npm run qoe -- --days 30
npm run qoe -- --csv FILE       the same as a table, a line for each day, quality and network
npm run qoe -- --primary        read the primary, although READ_DATABASE_URL names a replica

p50, p75 and p95: so long half, three quarters and 95 of 100 waited for the first frame. Rebuffering: waiting in the
middle, as a share of the time an episode was on. Left early: left before the first frame came. Days are UTC; figures are
kept for 13 months.`;
