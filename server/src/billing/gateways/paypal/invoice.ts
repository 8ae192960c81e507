/**
 * Returns the invoice id of an order at PayPal, `CH<installation>-<order>`, which is unique in an account
 * that several installations share. Without an installation code it is the order number.
 */
export function invoiceIdOf(installation: string | undefined, orderNumber: string): string {
  return installation === undefined ? orderNumber : `CH${installation}-${orderNumber.replace(/^CH-/, "")}`;
}

/**
 * Returns whether an invoice id belongs to another installation. One without a prefix predates the codes, and
 * is ours.
 */
export function isOtherInstallation(
  installation: string | undefined,
  invoiceId: string | undefined,
): boolean {
  const named = /^CH([0-9A-HJKMNP-TV-Z]{5})-/.exec(invoiceId ?? "")?.[1];
  return installation !== undefined && named !== undefined && named !== installation;
}
