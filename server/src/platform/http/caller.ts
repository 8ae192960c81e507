import { isIPv6 } from "node:net";
import type { Language } from "@cliffhanger/contract";
import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import type { Click } from "./request-rules.ts";

/** The sender of a request, identified by its session. */
export interface Caller {
  /** The visitor's id: a guest's from the first request on, unchanged by registration. */
  id: string;
  kind: "guest" | "member";
  sessionId: string;
  /** Set for a guest without a row: saves the guest before data that refers to them is stored. */
  save?: (came: Came) => Promise<void>;
}

/** How the sender of a request arrived, in addition to who it is. */
export interface Came {
  click: Click;
  language: Language;
}

/** The origin of a request. Credentials are read only here. */
export interface Origin {
  /** IPv4 address, or the /64 of an IPv6 one: one household or device. */
  address: string;
  userAgent: string;
  /** The first country in its Accept-Language, such as BR; null when there is none. */
  region: string | null;
  /** Whether the browser reached us by https, so that cookies may be `Secure`. */
  secure: boolean;
  /** The header X-User-Token; null when it was not sent. */
  headerToken: string | null;
  /** The cookie `sid`; null when it was not sent. */
  cookieToken: string | null;
  /** The cookie `fb`, a Facebook sign-in in progress; null when it was not sent. */
  facebookCookie: string | null;
}

/** Identifies the caller of a request; null when it has no session, or an expired one. */
export type Identify = (origin: Origin) => Promise<Caller | null>;

/** Longer tokens cannot be ours. */
const MAX_TOKEN_LENGTH = 100;
const MAX_STATE_LENGTH = 1000;

/** Reads a request's origin. */
export function originOf(request: FastifyRequest, publicOrigin: string | null): Origin {
  const header = request.headers["x-user-token"];
  const cookies = request.headers.cookie ? parseCookie(request.headers.cookie) : {};
  return {
    address: networkOf(request.ip),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 500),
    region: regionOf(request.headers["accept-language"] ?? ""),
    secure: publicOrigin?.startsWith("https:") ?? request.protocol === "https",
    headerToken: tokenOf(typeof header === "string" ? header : undefined),
    cookieToken: tokenOf(cookies["sid"]),
    facebookCookie: cookies["fb"]?.slice(0, MAX_STATE_LENGTH) || null,
  };
}

function regionOf(languages: string): string | null {
  return (
    /[a-z]{2,3}[-_](?:[a-z]{4}[-_])?([a-z]{2})\b/i.exec(languages.slice(0, 200))?.[1]?.toUpperCase() ?? null
  );
}

// An empty token counts as not sent; one that is too long counts as sent and unknown.
function tokenOf(value: string | undefined): string | null {
  return value ? value.slice(0, MAX_TOKEN_LENGTH + 1) : null;
}

/** Returns the address itself for IPv4 (also within IPv6), the first four groups for IPv6. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = ip.split("%", 1)[0]?.toLowerCase().split("::") ?? [];
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
