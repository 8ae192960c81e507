/**
 * The invoice id of an order at PayPal, `CH<installation>-<order>`: unique in an account that several installations use. Without
 * an installation it is the order's number.
 */
export function invoiceIdOf(installation: string | undefined, orderNumber: string): string {
  return installation === undefined ? orderNumber : `CH${installation}-${orderNumber.replace(/^CH-/, "")}`;
}

/** Whether an invoice id is another installation's. One from before there were prefixes names none, and is ours. */
export function isForeignInvoice(installation: string | undefined, invoiceId: string | undefined): boolean {
  const named = /^CH([0-9A-HJKMNP-TV-Z]{5})-/.exec(invoiceId ?? "")?.[1];
  return installation !== undefined && named !== undefined && named !== installation;
}
