/** The output of `npm run grant -- --help`. */
export const USAGE = `npm run grant -- EMAIL --days N            grant all series for some days
npm run grant -- EMAIL --series SERIES     grant one series permanently, by its id or its title in quotes
npm run grant -- --list                    list grants, newest first
npm run grant -- --revoke ID               revoke a grant

A grant takes effect at once and charges nothing. A member with a paid membership keeps paying for it.`;
