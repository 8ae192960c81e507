/** The output of `npm run psql -- --help`. */
export const USAGE = `npm run psql                                open the database in psql, read only
npm run psql -- -c "select id from series"  run one statement; psql's other options work too
npm run psql -- --write                     open it with write access

It uses DATABASE_URL, or the embedded server through its socket, also while the site runs. Read only protects against
mistakes. It is not a permission: a user who can run this command can also turn it off.`;
