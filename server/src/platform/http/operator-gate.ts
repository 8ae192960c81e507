import { isIP } from "node:net";
import type { Role } from "@cliffhanger/contract";
import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../actor.ts";
import { networkOf } from "./caller.ts";

/** The signed-in operator of a request. */
export interface OperatorCaller {
  id: string;
  role: Role;
  sessionId: string;
  /** Until when their identity counts as just proved. */
  freshUntil: Date | null;
  /** How they can prove it again. */
  methods: ("passkey" | "password")[];
  /** How the audit log names them. */
  actor: Actor;
}

/** The origin of a request to the console. The credentials of visitors are not read. */
export interface ConsoleOrigin {
  address: string;
  userAgent: string;
  /** The console's own origin, as its browser sees it. */
  origin: string;
  secure: boolean;
  /** The cookie of the console; null when it was not sent. */
  token: string | null;
}

/** What the web server asks the operators' domain. */
export interface OperatorGate {
  /** Identifies the operator of a request, and records the use of the session unless a screen polls. */
  identify(origin: ConsoleOrigin, use: { polls: boolean }): Promise<OperatorCaller | null>;
  /** Returns whether the identity of an operator was proved in the last minutes. */
  isFresh(operator: OperatorCaller): boolean;
  /** Records that an operator called what their role does not allow. */
  noteRefused(operator: OperatorCaller, call: string): Promise<void>;
}

const MAX_TOKEN_LENGTH = 100;

/** Returns the name of the console's cookie: with https, one that only a secure origin can set. */
export function consoleCookieName(secure: boolean): string {
  return secure ? "__Secure-console" : "console";
}

/** Reads the origin of a request to the console. */
export function consoleOriginOf(request: FastifyRequest, configured: string | null): ConsoleOrigin {
  const origin = ownOriginOf(request, configured);
  const secure = origin.startsWith("https:");
  const cookies = request.headers.cookie ? parseCookie(request.headers.cookie) : {};
  return {
    address: networkOf(request.ip),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 500),
    origin,
    secure,
    token: cookies[consoleCookieName(secure)]?.slice(0, MAX_TOKEN_LENGTH) || null,
  };
}

/** Returns the console's own origin as a browser writes it, without a standard port. */
export function ownOriginOf(request: FastifyRequest, configured: string | null): string {
  const origin = configured ?? `${request.protocol}://${request.headers.host ?? ""}`;
  return URL.canParse(origin) ? new URL(origin).origin : origin;
}

/** Returns whether a path belongs to the console. */
export function isConsolePath(path: string): boolean {
  return /^\/(console|api\/console)(\/|$)/.test(path);
}

/** Returns why browsers make no passkeys at an origin; null where they do. */
export function passkeysMissingAt(origin: string): "ip_address" | "no_https" | null {
  const { hostname, protocol } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return "ip_address";
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost")
    ? null
    : "no_https";
}
