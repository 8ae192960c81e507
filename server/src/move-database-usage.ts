/** The output of `npm run move-database -- --help`. */
export const USAGE = `npm run move-database -- URL       move the database to this PostgreSQL server
npm run move-database -- --cancel  accept writes in the embedded database again

URL is postgres://user:password@host:5432/database, an empty database in UTF-8 of PostgreSQL 15 or newer. The site may run:
it goes on answering reads and refuses writes until you start it with the new DATABASE_URL. The embedded database and the
media stay where they are.`;
