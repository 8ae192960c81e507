import { findAddressee, findPurchaseAddress } from "#accounts";
import { parseAddress } from "#platform/address";
import { invalidField, signInRequired } from "#platform/http/errors";
import type { Billing } from "../records/billing.ts";
import type { OpenOrder } from "./agreement.ts";

/**
 * Returns the address that an order's emails go to. A guest names one, or bought with one before. Of one who pays by PayPal for the first
 * time it is null until PayPal names the payer. Anyone else who has no account is asked for one. Nothing here depends on whether the
 * address has an account.
 */
export async function addressOfBuyer(
  { db, mail }: Pick<Billing, "db" | "mail">,
  { caller, origin, request }: Pick<OpenOrder, "caller" | "origin" | "request">,
): Promise<string | null> {
  if (caller.kind === "member")
    return parseAddress(request.email ?? "") ?? (await findAddressee(db, caller.id))?.to ?? null;
  const { guest, kind, method, isSaved = false, isWallet = false } = request;
  // Without a mail server nothing leads a guest back to what they bought.
  if (kind === "change" || !mail.available) throw signInRequired();
  const known = guest === undefined ? await findPurchaseAddress(db, caller.id) : null;
  if (known !== null) return known;
  // Without cookies nothing would know the guest again on the way back from PayPal.
  if (method === "paypal" && !isSaved && origin.cookieToken !== null) return null;
  if (guest === undefined || (isSaved && !isWallet)) throw signInRequired();
  const address = parseAddress(guest.email);
  if (address === null) throw invalidField("guest.email", "email_invalid");
  return address;
}
