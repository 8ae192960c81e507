import { isAbsolute } from "node:path";
import { isLoopback } from "./loopback.ts";
import type { Setting } from "./setting.ts";

/** The cache before the app that checks grants, and how long they live. */
export interface EdgeSettings {
  /** Whether the operator declares that the edge checks grants, so that it may keep what is behind them. */
  isChecked: boolean;
  /** What the edge sends as `X-Origin-Secret`; media under a grant are refused without it. Null: anyone may ask. */
  originSecret: string | null;
  /** The origin of media addresses; null: the site's own. */
  mediaOrigin: string | null;
  /** The only site whose pages may read from `mediaOrigin`. */
  site: string | null;
  /** Seconds for which a grant opens files. */
  grantSeconds: number;
  /** Absolute path of a program that removes an asset from the edge, by its cache key; null: none. */
  purgeCommand: string | null;
}

/** A key that signs grants. */
export interface GrantKeySetting {
  id: string;
  secret: string;
}

/** Shortest and longest life of a grant in seconds. Edges refuse any that ends later than a minute after the longest. */
const SHORTEST_GRANT = 60;
const LONGEST_GRANT = 600;

/** The settings of this file, as the documentation lists them. */
export const edgeSettings: Setting[] = [
  {
    name: "GRANT_KEYS",
    fallback: "(stored in the database)",
    meaning:
      "Keys that sign media addresses, id:secret separated by commas, newest first; 32 characters or more each (npm run grant-keys -- new)",
  },
  {
    name: "GRANT_SECONDS",
    fallback: "600",
    meaning: "Seconds for which a media address opens segments, from 60 to 600; playlists close at once",
  },
  {
    name: "MEDIA_EDGE",
    fallback: "off",
    meaning:
      "checked declares that a cache before the app checks grants; it may then keep segments for all viewers; needs GRANT_KEYS and ORIGIN_SECRET",
  },
  {
    name: "ORIGIN_SECRET",
    fallback: "(none)",
    meaning:
      "32 characters or more that the edge sends as X-Origin-Secret; media under a grant are refused without it",
  },
  {
    name: "MEDIA_ORIGIN",
    fallback: "(the site's own)",
    meaning: "Address of the edge for media, such as https://media.example.com; needs PUBLIC_ORIGIN",
  },
  {
    name: "PURGE_COMMAND",
    fallback: "(none)",
    meaning:
      "Absolute path of a program that npm run media-purge runs once per asset, with the beginning of its cache keys as the only argument",
  },
];

/** Reads these settings; faults are added to `faults`. */
export function readEdge(
  text: (name: string) => string | null,
  publicOrigin: string | null,
  faults: string[],
): EdgeSettings {
  const edge = text("MEDIA_EDGE") ?? "off";
  const isChecked = edge === "checked";
  if (!isChecked && edge !== "off") faults.push(`MEDIA_EDGE is "${edge}"; give off or checked.`);
  const originSecret = text("ORIGIN_SECRET");
  if (originSecret !== null && !/^[\x21-\x7e]{32,200}$/.test(originSecret))
    faults.push(
      "ORIGIN_SECRET is too short or has spaces; give 32 characters or more (openssl rand -hex 32).",
    );
  for (const name of ["ORIGIN_SECRET", "GRANT_KEYS"])
    if (isChecked && text(name) === null)
      faults.push(`MEDIA_EDGE is checked and ${name} is not set; the edge needs the same value as the app.`);
  const seconds = text("GRANT_SECONDS") ?? String(LONGEST_GRANT);
  const grantSeconds = /^\d{1,3}$/.test(seconds) ? Number(seconds) : 0;
  if (grantSeconds < SHORTEST_GRANT || grantSeconds > LONGEST_GRANT)
    faults.push(`GRANT_SECONDS is "${seconds}"; give seconds from ${SHORTEST_GRANT} to ${LONGEST_GRANT}.`);
  const purgeCommand = text("PURGE_COMMAND");
  if (purgeCommand !== null && !isAbsolute(purgeCommand))
    faults.push(`PURGE_COMMAND is "${purgeCommand}"; give the absolute path of a program.`);
  const mediaOrigin = readMediaOrigin(text("MEDIA_ORIGIN"), publicOrigin, faults);
  return { isChecked, originSecret, mediaOrigin, site: publicOrigin, grantSeconds, purgeCommand };
}

function readMediaOrigin(value: string | null, publicOrigin: string | null, faults: string[]): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isWhole = url?.pathname === "/" && url.search === "" && url.username === "" && url.hash === "";
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (!url || !isWhole || !isSafe) {
    faults.push(
      `MEDIA_ORIGIN is "${value}"; give https and a host only, such as https://media.example.com, or http on this machine.`,
    );
    return null;
  }
  if (publicOrigin === null) {
    faults.push("MEDIA_ORIGIN is set without PUBLIC_ORIGIN, the only site whose pages may read from it.");
    return null;
  }
  return url.origin === publicOrigin ? null : url.origin;
}

/** Reads the keys that sign grants, newest first; null when there are none. */
export function readGrantKeys(value: string | null, faults: string[]): GrantKeySetting[] | null {
  if (value === null) return null;
  const keys = value.split(",").map((pair) => {
    const [id = "", secret = ""] = pair.trim().split(":", 2);
    return { id, secret };
  });
  if (keys.some((key) => !/^[a-z0-9]{1,8}$/.test(key.id) || key.secret.length < 32)) {
    faults.push(
      "GRANT_KEYS must be id:secret pairs separated by commas; an id is 1 to 8 of a-z and 0-9, a secret at least 32 characters (openssl rand -hex 32).",
    );
  }
  if (new Set(keys.map((key) => key.id)).size < keys.length) faults.push("GRANT_KEYS names one id twice.");
  return keys;
}
