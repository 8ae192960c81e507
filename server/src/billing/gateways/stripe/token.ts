/** Returns the parameter of a token: what a wallet authorised is used once, a card is named. */
export function tokenOf(token: string) {
  return token.startsWith("ctoken_") ? { confirmation_token: token } : { payment_method: token };
}
