/** The output of `npm run tickets -- --help`. */
export const USAGE = `npm run tickets                      list open tickets, oldest first
npm run tickets -- list --closed     list closed tickets
npm run tickets -- list --primary    read the primary, although READ_DATABASE_URL names a replica
npm run tickets -- show NUMBER       show a ticket
npm run tickets -- close NUMBER ...  close tickets

NUMBER looks like T-000123. Tickets are also mailed to the seller's address: npm run site -- set sellerEmail "…".`;
