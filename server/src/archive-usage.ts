/** The output of `npm run archive -- --help`. */
export const USAGE = `npm run archive                  export old payment records, and drop them
npm run archive -- --list        show which months are old enough
npm run archive -- --to FOLDER   write the files there; the default is DATA_DIR/archive

Old are months of webhook events and of the money log that ended more than 13 months ago. Each becomes one file of JSON lines,
packed by zstd: money_log-2026-01.jsonl.zst. A month is dropped once its file was read again and is whole. Orders, receipts and the
ledger always stay. Keep the files as long as your books; copy them to where your backups are, as no backup contains them.`;
