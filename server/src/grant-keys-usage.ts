/** The output of `npm run grant-keys -- --help`. */
export const USAGE = `npm run grant-keys -- new       make a key, and print what to set in which order
npm run grant-keys -- list      list the keys of this installation, without their secrets
npm run grant-keys -- vectors   print the test vectors of deploy/edge/vectors.json

list --secrets prints the keys as GRANT_KEYS. They sign media addresses, and the edge needs the same as the app. A new key is set
at the edge first, then in the app, and the old one is removed 15 minutes later at both: no viewer notices.`;
