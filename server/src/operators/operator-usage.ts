/** The output of `npm run operator -- --help`. */
export const USAGE = `npm run operator -- list                         list who may use the console
npm run operator -- invite EMAIL --role ROLE     invite a person; prints a link of one use
npm run operator -- role EMAIL ROLE              give another role; their sessions end
npm run operator -- end-sessions EMAIL           sign a person out everywhere
npm run operator -- reset EMAIL                  take all their proofs and print a new link
npm run operator -- off EMAIL                    switch a person off
npm run operator -- audit [--from DAY] [--csv]   print what was changed, by whom; DAY such as 2026-11-30

ROLE is owner (everything), editor (series, home and the site), support (people, orders, tickets) or finance (money and prices).
A link is valid for 48 hours. The last owner cannot be lowered or switched off.`;
