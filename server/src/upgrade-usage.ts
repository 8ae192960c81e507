/** The output of `npm run upgrade -- --help`. */
export const USAGE = `npm run upgrade -- --check   show what the start of this release would change

It lists pending migrations with the sizes of the tables that they name, the free disk, and settings that no longer
exist. It changes nothing and may run while the former release serves. It exits with 1 when the start would fail or a setting is gone.`;
