/** The output of `npm run refund -- --help`. */
export const USAGE = `npm run refund -- ORDER                       refund the remaining amount
npm run refund -- ORDER AMOUNT CURRENCY       refund a part, such as 3.50 USD
npm run refund -- ... --reason "WHY"          record a reason; the member does not see it
npm run refund -- --list                      list recent refunds and their status

ORDER is the number on the receipt, CH-7Q2MK0XD or an older CH-000123, or the order's id.
A full refund ends the access: an unlocked series is locked again, a membership ends and does not renew. A partial refund
only returns money. The member gets a mail with a credit note. A refund that a gateway has started cannot be cancelled here.`;
