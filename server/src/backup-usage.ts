import { EXTENSION } from "./backup/extension.ts";

/** The output of `npm run backup -- --help`. */
export const USAGE = `npm run backup           write a backup into BACKUP_DIR and verify it
npm run backup -- --to FILE${EXTENSION}         write it to this file
npm run backup -- --media                      include the media files
npm run backup -- --no-verify                  do not read the finished file again
npm run backup -- --prune                      then delete what BACKUP_KEEP does not keep, as BACKUP_EVERY does
npm run backup -- --primary                    read the primary, although READ_DATABASE_URL names a replica
npm run backup -- --list                       list the backups in BACKUP_DIR
npm run backup -- --check FILE                 verify a backup without restoring it
npm run backup -- --drill [FILE]               restore a backup, or the newest one, into a temporary server and compare

It may run while the site runs. A backup contains password hashes and signing keys: only its owner can read the file.`;
