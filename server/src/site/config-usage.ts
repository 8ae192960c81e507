import { configForms } from "./config-forms.ts";

/** The output of `npm run config -- --help`. */
export const USAGE = `npm run config -- list              show the entries
npm run config -- set KEY VALUE     set an entry
npm run config -- unset KEY         remove an entry

KEY is ${Object.keys(configForms).join(", ")}: the ids of the pixels, which load only with a visitor's consent.
Running servers apply the change within a second.`;
