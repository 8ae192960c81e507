import { createHash } from "node:crypto";

/** The behaviour of a test buyer. */
export type BuyerKind =
  | "funded"
  | "declined"
  | "slow-vault"
  | "no-vault"
  | "pending"
  | "echeck"
  | "restricted"
  | "locked-later"
  | "sca-later";

/** A test buyer. */
export interface Buyer {
  kind: BuyerKind;
  given: string;
  surname: string;
  email: string;
  country: string;
  account: string;
  about: string;
}

const kinds: Record<BuyerKind, Omit<Buyer, "kind" | "email" | "account">> = {
  funded: { given: "Ada", surname: "Able", country: "US", about: "Has funds. Everything works." },
  declined: {
    given: "Dan",
    surname: "Dry",
    country: "US",
    about: "Approves, but the instrument is declined when the money is taken. A second approval works.",
  },
  "slow-vault": {
    given: "Sam",
    surname: "Slow",
    country: "US",
    about: "Pays at once; saving for later payments takes a minute longer.",
  },
  "no-vault": {
    given: "Nia",
    surname: "Never",
    country: "BR",
    about: "Pays, but nothing can be saved for later.",
  },
  pending: { given: "Pia", surname: "Pending", country: "DE", about: "The payment is held for review." },
  echeck: {
    given: "Eli",
    surname: "Echeck",
    country: "US",
    about: "Pays from a bank account: pending for three days, then completed.",
  },
  restricted: {
    given: "Rex",
    surname: "Restricted",
    country: "FR",
    about: "The account is restricted: the payment is refused when the money is taken.",
  },
  "locked-later": {
    given: "Lou",
    surname: "Locked",
    country: "ES",
    about: "The first payment works; the account is locked at every later one.",
  },
  "sca-later": {
    given: "Sue",
    surname: "Asked",
    country: "DE",
    about: "The first payment works; every later one by the saved account waits for their approval.",
  },
};

/** The fixed buyers, one of each kind. */
export const buyers: Buyer[] = (Object.keys(kinds) as BuyerKind[]).map((kind) => make(kind, ""));

/** Returns the buyer with a name: a kind, or `kind:name` for another account of the same kind. */
export function findBuyer(name: string): Buyer | undefined {
  const [kind = "", ...rest] = name.split(":");
  return Object.hasOwn(kinds, kind) ? make(kind as BuyerKind, rest.join(":")) : undefined;
}

/** Returns the buyer stored under a name. */
export function buyerOf(name: string): Buyer {
  const buyer = findBuyer(name);
  if (!buyer) throw new Error(`There is no buyer ${name}.`);
  return buyer;
}

function make(kind: BuyerKind, who: string): Buyer {
  const tail = who === "" ? "" : `.${who.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
  return {
    kind,
    ...kinds[kind],
    email: `${kinds[kind].given.toLowerCase()}.${kinds[kind].surname.toLowerCase()}${tail}@example.com`,
    account: accountOf(`${kind}:${who}`),
  };
}

// The same name always has the same account.
function accountOf(name: string): string {
  const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  const bytes = createHash("sha256").update(name).digest().subarray(0, 13);
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join("");
}
