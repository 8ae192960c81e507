/** The output of `npm run grant-keys -- --help`. */
export const USAGE = `npm run grant-keys -- new              make a key, and print what to set in which order
npm run grant-keys -- list             list the keys of this installation, without their secrets
npm run grant-keys -- list --secrets   print them as GRANT_KEYS
npm run grant-keys -- vectors          print the test vectors of deploy/edge/vectors.json

Keys sign media addresses. The edge needs the same GRANT_KEYS as the app. A new key is set at the edge first, then in the app, and the
old one is removed 15 minutes later at both: no viewer notices.`;
