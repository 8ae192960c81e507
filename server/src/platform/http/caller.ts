import { isIPv6 } from "node:net";
import type { Language } from "@cliffhanger/contract";
import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import type { Click } from "./request-rules.ts";

/** Who asks, by the session that the request brought. */
export interface Caller {
  /** The visitor's id: a guest's from the first request on, the same after registering. */
  id: string;
  kind: "guest" | "member";
  sessionId: string;
  /** A guest without a row has this: it saves them, before something is kept that names them. */
  save?: (came: Came) => Promise<void>;
}

/** What a request says of how its sender came, beside who it is. */
export interface Came {
  click: Click;
  language: Language;
}

/** What a request says of where it comes from; what proves an identity is read nowhere else. */
export interface Origin {
  /** IPv4 address, or the /64 of an IPv6 one: what one household or device has. */
  address: string;
  userAgent: string;
  /** The first country that its Accept-Language names, such as BR; null where it names none. */
  region: string | null;
  /** Whether the browser reached us by https, so that cookies may be `Secure`. */
  secure: boolean;
  /** The header X-User-Token; null where it was not sent. */
  headerToken: string | null;
  /** The cookie `sid`; null where it was not sent. */
  cookieToken: string | null;
  /** The cookie `fb`: a sign-in by Facebook that is under way; null where it was not sent. */
  facebookCookie: string | null;
}

/** Finds the caller of a request; null where it brought no session, or one that has ended. */
export type Identify = (origin: Origin) => Promise<Caller | null>;

/** Longer ones are none of ours. */
const LONGEST_TOKEN = 100;
const LONGEST_WAY = 1000;

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
    facebookCookie: cookies["fb"]?.slice(0, LONGEST_WAY) || null,
  };
}

function regionOf(languages: string): string | null {
  return (
    /[a-z]{2,3}[-_](?:[a-z]{4}[-_])?([a-z]{2})\b/i.exec(languages.slice(0, 200))?.[1]?.toUpperCase() ?? null
  );
}

// Empty is as good as not sent; one too long is sent, and nobody's.
function tokenOf(value: string | undefined): string | null {
  return value ? value.slice(0, LONGEST_TOKEN + 1) : null;
}

/** The address itself for IPv4 (also within IPv6), the first four groups for IPv6. */
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
