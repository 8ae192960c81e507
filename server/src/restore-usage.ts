import { EXTENSION } from "./backup/extension.ts";

/** The output of `npm run restore -- --help`. */
export const USAGE = `npm run restore -- FILE${EXTENSION}  restore a backup into an empty database
npm run restore -- FILE${EXTENSION} --replace       move the embedded database aside first; it is never deleted
npm run restore -- FILE${EXTENSION} --into URL      restore into this empty PostgreSQL 15 or newer
npm run restore -- FILE${EXTENSION} --end-sessions  also end all sessions: everyone has to sign in again
npm run restore -- FILE${EXTENSION} --check-media   list the media files that are missing or different; restore nothing
npm run restore -- --held-mail                    list the emails that waited in the backup
npm run restore -- --release-mail                 send them
npm run restore -- --resume                       charge and refund again at once, after you compared with the gateways

Stop the site first. The file is checked as a whole before anything is changed. Media files are restored when the backup
includes them and no --into is given. A restored site sells and plays. It charges, refunds and mails nothing until it has read
from the gateways what happened after the backup, and then goes on by itself. npm run doctor shows how far it is.`;
