/** The output of `npm run media-purge -- --help`. */
export const USAGE = `npm run media-purge -- SERIES         list a series' cache keys at the edge
npm run media-purge -- SERIES --run   also run PURGE_COMMAND once per asset

SERIES is the id in the series' address. PURGE_COMMAND gets ASSET/ as its only argument: all keys of the asset begin with it.
Withdraw the series first, in the console: otherwise the next viewer brings its files back.
Run it before npm run ingest -- --remove, which forgets which files the series had. After a refund no purge is needed.`;
