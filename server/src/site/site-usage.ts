import { settingForms } from "./setting-forms.ts";

/** The width of the column of keys. */
export const width = Math.max(...Object.keys(settingForms).map((key) => key.length));

/** The output of `npm run site -- --help`. */
export const USAGE = `npm run site -- show                                     show the settings
npm run site -- set KEY "VALUE" [KEY "VALUE" ...]        set settings
npm run site -- unset KEY [KEY ...]                      restore defaults

${Object.entries(settingForms)
  .map(([key, { about, example }]) => `${key.padEnd(width)}  ${about}; such as "${example}"`)
  .join("\n")}

Running servers apply the change within a second.`;
