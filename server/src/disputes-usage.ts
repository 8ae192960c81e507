/** The output of `npm run disputes -- --help`. */
export const USAGE = `npm run disputes                              list open disputes by deadline
npm run disputes -- --all                     list all disputes
npm run disputes -- show ID [--to FILE]       show the evidence, or write it into a file
npm run disputes -- edit ID --from FILE       store the file that you read and edited
npm run disputes -- send ID                   send the evidence to the gateway, once
npm run disputes -- ... --dry-run             check edit or send, and change nothing

A draft is made from our records when a dispute opens. Only a person sends it: read it, edit the file, store it, then send it. The
gateway takes it once. Without evidence, the case expires at its deadline and nothing is sent.`;
