import { languages } from "@cliffhanger/contract/languages";

/** The output of `npm run plan -- --help`. */
export const USAGE = `npm run plan                                          list plans and prices
npm run plan -- add ID --days N --name "NAME" [--about "TEXT"] PRICE [PRICE ...]
npm run plan -- price ID PRICE [...] [--from DATE]    set a price for new purchases, now or from a date on
npm run plan -- name ID LANGUAGE="NAME" [...]
npm run plan -- describe ID LANGUAGE="TEXT" [...]
npm run plan -- order ID PLACE
npm run plan -- retire ID                             take a plan off sale; its members keep it
npm run plan -- restore ID                            put it back on sale
npm run plan -- unlock-price PRICE [...] [--from DATE] set the general price of a series
npm run plan -- series-price SERIES PRICE [PRICE ...] set a series' own price
npm run plan -- series-price SERIES general           use the general price again

PRICE is for example USD=9.99, "USD 9.99" or JPY=980, or USD=none to stop selling in that currency.
DATE is for example 2027-01-31, or 2027-01-31T18:00Z, in UTC. A price lasts until the next planned change;
setting one again from the same date replaces it.
LANGUAGE is ${languages.join(", ")}; SERIES is an id or a title in quotes. PLACE counts from 1.
Existing members keep the price they agreed to. Running servers show the change within a second.`;
