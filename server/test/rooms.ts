/**
 * The folders of each domain that is built in layers, in order, and the other folders that each may import. Files
 * directly in the domain's folder are its entry and may import everything; no folder imports them.
 */
export const rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  billing: {
    records: [],
    accounting: ["records"],
    sales: ["records", "accounting"],
    subscriptions: ["records", "accounting", "sales"],
    settlement: ["records", "accounting", "sales", "subscriptions"],
    charging: ["records", "accounting", "sales", "subscriptions", "settlement"],
    checkout: ["records", "accounting", "sales", "subscriptions", "settlement", "charging"],
    withdrawals: ["records", "accounting", "sales", "subscriptions", "settlement"],
    renewals: ["records", "accounting", "sales", "subscriptions", "settlement", "charging"],
    mails: ["records", "accounting", "sales", "subscriptions"],
    gateways: ["records"],
    disputes: ["records"],
    erasure: ["records"],
    merge: ["records", "accounting", "sales", "subscriptions"],
    methods: [
      "records",
      "accounting",
      "sales",
      "subscriptions",
      "settlement",
      "charging",
      "renewals",
      "erasure",
    ],
    webhooks: ["records", "sales", "subscriptions", "settlement", "charging", "renewals", "methods"],
    review: ["records", "settlement"],
    finance: ["records", "accounting"],
    console: [
      "records",
      "accounting",
      "sales",
      "subscriptions",
      "settlement",
      "charging",
      "disputes",
      "review",
      "webhooks",
    ],
    smoke: ["records"],
  },
};

/** Returns why a file may not be where it is; undefined when it may. */
export function roomPlaceFault(path: string): string | undefined {
  const { domain, room } = placeOf(path);
  const known = rooms[domain];
  if (!known || room === undefined || room in known) return undefined;
  return `is in ${domain}/${room}, which the table of rooms does not list`;
}

/** Returns why one file of a domain may not import another; undefined when it may. */
export function roomImportFault(path: string, target: string): string | undefined {
  const { domain, room } = placeOf(path);
  const other = placeOf(target);
  const known = rooms[domain];
  // Tests may import everything.
  if (!known || room === undefined || domain !== other.domain || path.endsWith(".test.ts")) return undefined;
  if (room === other.room || (other.room !== undefined && known[room]?.includes(other.room)))
    return undefined;
  const from = other.room ?? `the entry of ${domain}`;
  return `imports from ${from}; ${domain}/${room} may import ${known[room]?.join(", ") || "no other room"}`;
}

function placeOf(path: string): { domain: string; room: string | undefined } {
  const [, , domain = "", room, inner] = path.split("/");
  return {
    domain: path.startsWith("server/src/") ? domain : "",
    room: inner === undefined ? undefined : room,
  };
}
