import type { Grouping } from "./repository.ts";

const kinds: Readonly<Record<string, string>> = {
  tiktok: "TikTok click",
  facebook: "Facebook click",
  google: "Google click",
  token: "Shared link",
  utm: "Campaign link",
  referral: "Other site",
  direct: "Direct",
};

/** Returns the name of a group in a report. */
export function plainLabel(by: Grouping, key: string, knownTokens: ReadonlySet<string>): string {
  if (by === "click") return kinds[key] ?? key;
  if (by === "campaign") {
    const kind = kinds[/^\((\w+)\)$/.exec(key)?.[1] ?? ""];
    return kind ? `(${kind}, no campaign)` : key;
  }
  return by !== "token" || key.startsWith("(") || knownTokens.has(key) ? key : `${key} (nobody's)`;
}

/** Returns the name of the row that combines the remaining groups. */
export function otherLabel(count: number): string {
  return `(${count} others)`;
}
